import type { LoginFailure } from "#lib/contract/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { LoginVerdict } from "./login-rules.ts";

/** The code of each way for a login not to open the company. */
const loginFailureCodes: Record<LoginFailure, ErrorCode> = {
  rejected: "connection_credential_required",
  blocked: "connection_credential_required",
  busy: "connection_busy",
  approval_pending: "connection_session_pending",
  maintenance: "upstream_error",
  variant_unsupported: "connector_variant_unsupported",
  company_not_offered: "connection_identity_mismatch",
  unknown: "upstream_unexpected_response",
};

/** A login that did not open the company: the job branches on why. */
export class LoginFailed extends AppError {
  readonly failure: LoginFailure;

  constructor(failure: LoginFailure) {
    super(loginFailureCodes[failure]);
    this.name = "LoginFailed";
    this.failure = failure;
  }
}

/** A login that is not made: one more refusal could lock the person's account. */
export class LoginClosed extends AppError {
  readonly hasta: Date;

  constructor({ motivo, hasta }: Extract<LoginVerdict, { kind: "closed" }>) {
    super("connection_busy", { details: { motivo, hasta: hasta.toISOString() } });
    this.name = "LoginClosed";
    this.hasta = hasta;
  }
}
