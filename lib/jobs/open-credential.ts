import type { CredentialFields } from "#lib/connections/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import { requireHeld, type HeldJob } from "./held-job.ts";

/** What the job logs in with. A worker that lost the job stops here, before any login. */
export async function openCredential(
  ctx: SystemContext & { broker: CredentialBroker },
  job: HeldJob,
): Promise<CredentialFields> {
  const fields = await ctx.broker.open({ id: job.id, token: job.token });
  if (fields !== null) return fields;
  await withSystemTx(ctx, (tx) => requireHeld(tx, job));
  // Forgotten meanwhile, by its owner.
  throw new AppError("connection_credential_required");
}
