import { requireLiveCredential } from "#lib/connections/index.ts";
import { keptAnswerDays } from "#lib/contract/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import type { ActTerms } from "../act.ts";
import { findOwn, type FoundOperation } from "../operation/find-operation.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import type { OperationRow } from "../ledger.sql.ts";
import { startAsking } from "./start-asking.ts";
import { waitForVisit } from "./wait-for-visit.ts";

/**
 * Checks the portal's list for an operation whose outcome is not known, or that was refused: a list
 * that lagged behind may show it after all. Whatever it shows, nothing is sent again. What is done,
 * or was never sent, is answered as it is.
 */
export async function askAgain(
  ctx: LedgerContext,
  terms: ActTerms,
  connection: ActingConnection,
  operacionId: string,
): Promise<FoundOperation> {
  const own = { connectionId: connection.id, operacionId };
  const found = await findOwn(ctx, terms, own);
  const { state } = found.row;
  if (state !== "unknown" && !(state === "rejected" && isKept(found.row, ctx.clock.now()))) {
    return found;
  }
  requireLiveCredential(connection);
  const jobId = await startAsking(ctx, connection, operacionId, { notWithinMs: 0 });
  if (jobId !== null) await waitForVisit(ctx, jobId);
  return findOwn(ctx, terms, own);
}

/**
 * By when it ended, which earlier releases recorded too: past the term what was asked for is
 * dropped.
 */
function isKept({ finishedAt }: OperationRow, now: Date): boolean {
  return finishedAt !== null && finishedAt.getTime() + keptAnswerDays * dayMs > now.getTime();
}
