import { AppError } from "#lib/kernel/errors/index.ts";
import type { Company, PortalDriver } from "#lib/contract/index.ts";
import { showStep } from "../held-job.ts";
import { LoginFailed } from "./login-failures.ts";
import { throughLedger, type Login } from "./login-ledger.ts";
import type { WorkerContext } from "../worker-context.ts";

/** What a job shows while the portal waits for the person's device. */
export const approvalStep = "aprobando";

/**
 * One login. The company that the portal shows must be the connection's, no matter who logged in.
 */
export async function logInOnRecord(
  ctx: WorkerContext,
  login: Login,
  driver: PortalDriver,
): Promise<Company> {
  const { job, subject } = login;
  // A worker that was frozen until another took the job stops here, before any login.
  await showStep(ctx, job, "entrando");
  const { renewed } = subject;
  const outcome = await subject.withFields((fields) =>
    throughLedger(ctx, login, fields, (hooks) =>
      driver.login(fields, subject.companyRut ?? fields["empresa"] ?? null, {
        ...hooks,
        isConnected: job.kind !== "link",
        approving: () => showStep(ctx, job, approvalStep),
        ...(renewed !== undefined && { renewed }),
      }),
    ),
  );
  if (outcome.kind !== "ok") throw new LoginFailed(outcome.kind, ctx.clock.now());
  if (subject.companyRut !== null && outcome.company.rut !== subject.companyRut) {
    throw new AppError("connection_identity_mismatch");
  }
  subject.entered?.(outcome);
  return outcome.company;
}
