import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import { actOf, type Acts, type Outcome } from "../act.ts";
import { endSettled } from "./end-settled.ts";
import { askOnce } from "./ask-once.ts";
import { operationOf } from "./operation-of.ts";
import { endFailed, visitAct } from "./visit-act.ts";

/** Reads what the portal lists, and nothing else: whatever it shows, nothing is sent. */
export async function runAsking(
  ctx: WorkerContext,
  acts: Acts,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const row = await operationOf(ctx, job);
  const act = actOf(acts, row);
  const order = await act.open(ctx, row);
  const visit = await visitAct(ctx, { job, act, signal }, (at) =>
    askOnce(ctx, job, { row, order, at }),
  );
  // A refused one stays refused when nobody could look.
  if (visit.kind === "failed" && row.state === "rejected") {
    return endFailed(ctx, job, visit);
  }
  const outcome: Outcome = visit.kind === "failed" ? { kind: "unknown" } : visit.value;
  await endSettled(ctx, job, visit, { row, order, terms: act.terms }, outcome);
}
