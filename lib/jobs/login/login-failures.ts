import type { LoginFailure } from "#lib/contract/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { blockedAt, type ClosedLogin } from "./login-rules.ts";

/** The code for each reason why a login did not open the company. */
const loginFailureCodes: Record<LoginFailure, ErrorCode> = {
  rejected: "connection_credential_required",
  blocked: "connection_busy",
  busy: "connection_busy",
  approval_pending: "connection_session_pending",
  maintenance: "upstream_error",
  variant_unsupported: "connector_variant_unsupported",
  company_not_offered: "connection_identity_mismatch",
  unknown: "upstream_unexpected_response",
};

/** A login that did not open the company: the job branches on the reason. */
export class LoginFailed extends AppError {
  readonly failure: LoginFailure;

  /** For a blocked account includes since when: the password itself may well be right. */
  constructor(failure: LoginFailure, at?: Date) {
    const details = detailsOfFailure(failure, at);
    super(loginFailureCodes[failure], { ...(details !== null && { details }) });
    this.name = "LoginFailed";
    this.failure = failure;
  }
}

/** A login that is not made: one more refusal could lock the person's account. */
export class LoginClosed extends AppError {
  readonly hasta: Date;

  constructor(closed: ClosedLogin) {
    super("connection_busy", { details: detailsOf(closed) });
    this.name = "LoginClosed";
    this.hasta = closed.hasta;
  }
}

/** Nobody may log in for hours, including when the portal has just said so. */
export function isClosed(error: AppError): boolean {
  return (
    error instanceof LoginClosed || (error instanceof LoginFailed && error.failure === "blocked")
  );
}

function detailsOfFailure(failure: LoginFailure, at?: Date): Record<string, unknown> | null {
  // A refusal is recorded before it is told.
  if (failure === "rejected") return { credencial: "rechazada" };
  return failure === "blocked" && at !== undefined ? detailsOf(blockedAt(at)) : null;
}

function detailsOf({ motivo, hasta }: ClosedLogin): Record<string, unknown> {
  return { motivo, hasta: hasta.toISOString() };
}
