import { waitForJob } from "#lib/jobs/index.ts";
import type { ActingConnection, LedgerContext } from "./ledger-context.ts";
import type { OperationRow } from "./ledger.sql.ts";
import { startLook } from "./start-look.ts";
import { waitSeconds } from "./states.ts";
import { wakeLedgerWorker } from "./wait-for-visit.ts";

/** A caller who asks again and again learns no more by it. */
const notWithinMs = 30_000;

/**
 * Who calls again under the key of an operation that is unknown has it looked for. True where it was:
 * what that came to, if it came to an end, is in the operation's row alone.
 */
export async function lookUnderKey(
  ctx: LedgerContext,
  connection: ActingConnection,
  { id, state }: OperationRow,
): Promise<boolean> {
  if (state !== "unknown" || connection.credencial !== "viva") return false;
  const jobId = await startLook(ctx, connection, id, { notWithinMs });
  if (jobId === null) return false;
  await wakeLedgerWorker(ctx, jobId);
  await waitForJob(ctx, jobId, waitSeconds);
  return true;
}
