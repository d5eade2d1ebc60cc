import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import type { Acts } from "../act.ts";
import { askedByTarget } from "../visits/marks.ts";
import { endFailed, endWell, visitAct } from "./visit-act.ts";

/** Finds everything that was sent since an instant with a mark of ours. */
export async function runMarks(
  ctx: WorkerContext,
  acts: Acts,
  job: ClaimedJob & { targetId: string },
  signal: AbortSignal,
): Promise<void> {
  const { kind, since } = askedByTarget(job.targetId);
  const act = acts.find(({ terms }) => terms.kinds.some((own) => own === kind));
  if (act?.marked === undefined) throw new TypeError(`no ${kind} carries a mark`);
  const visit = await visitAct(ctx, { job, act, signal }, act.marked(since));
  if (visit.kind === "failed") return endFailed(ctx, job, visit);
  return endWell(ctx, job, visit, { result: { marks: visit.value } });
}
