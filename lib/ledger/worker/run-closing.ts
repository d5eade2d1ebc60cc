import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import type { Act } from "../act.ts";
import type { OperationRow } from "../ledger.sql.ts";
import { endFailed, endWell, visitAct } from "./visit-act.ts";

/** Reverses what was done. No barrier: trying again does no harm, which its act ensures. */
export async function runClosing(
  ctx: WorkerContext,
  { act, job, row }: { act: Act; job: ClaimedJob; row: OperationRow },
  signal: AbortSignal,
): Promise<void> {
  const closing = await act.closing?.(ctx, row);
  if (closing === undefined) throw new TypeError(`${row.kind} is not taken back`);
  const visit = await visitAct(ctx, { job, act, signal }, (at) => closing.visit(at));
  if (visit.kind === "failed") {
    return endFailed(ctx, job, visit, (tx) => closing.ended(tx, false));
  }
  await endWell(ctx, job, visit, { also: (tx) => closing.ended(tx, visit.value) });
}
