import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Company, LoginFailure, PortalDriver } from "#lib/contract/index.ts";
import type { JobSubject } from "./worker-context.ts";

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

/** One login. The company that the portal shows must be the connection's, no matter who logged in. */
export async function logIn(driver: PortalDriver, subject: JobSubject): Promise<Company> {
  const outcome = await subject.withFields((fields) =>
    driver.login(fields, subject.companyRut ?? fields["empresa"] ?? null),
  );
  if (outcome.kind !== "ok") throw new LoginFailed(outcome.kind);
  if (subject.companyRut !== null && outcome.company.rut !== subject.companyRut) {
    throw new AppError("connection_identity_mismatch");
  }
  return outcome.company;
}
