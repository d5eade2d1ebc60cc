import { longestWaitSeconds } from "#lib/contract/index.ts";
import { waitForJob } from "#lib/jobs/index.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import type { OperationRow } from "../ledger.sql.ts";
import { startAsking } from "./start-asking.ts";
import { wakeLedgerWorker } from "./wait-for-visit.ts";

/** A caller who asks more often learns nothing more. */
const notWithinMs = 30_000;

/**
 * Looks for an unknown operation when it is called again under its key. True if it was looked for:
 * only the operation's row has the result, if any.
 */
export async function askUnderKey(
  ctx: LedgerContext,
  connection: ActingConnection,
  { id, state }: OperationRow,
): Promise<boolean> {
  if (state !== "unknown" || connection.credencial !== "viva") return false;
  const jobId = await startAsking(ctx, connection, id, { notWithinMs });
  if (jobId === null) return false;
  await wakeLedgerWorker(ctx, jobId);
  await waitForJob(ctx, jobId, longestWaitSeconds);
  return true;
}
