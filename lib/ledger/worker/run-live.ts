import { askedOf, sealLive, type ClaimedJob, type WorkerContext } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { actOf, type Acts } from "../act.ts";
import type { LiveQuestion } from "../visits/read-live.ts";
import { isOlder, previewWaitSeconds } from "../states.ts";
import { endFailed, endWell, visitAct } from "./visit-act.ts";

/** Reads for a waiting caller, and stores the answer sealed. Nothing else is kept of it. */
export async function runLive(
  ctx: WorkerContext,
  acts: Acts,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const question = await askedOf(ctx, job);
  if (question === null || isOlder(question.at, previewWaitSeconds, ctx.clock.now())) {
    return endFailed(ctx, job, { error: new AppError("timeout") });
  }
  const { kind, reading, input } = question.asked as LiveQuestion;
  const act = actOf(acts, { kind });
  const read = act.live?.[reading];
  if (read === undefined) throw new TypeError(`${kind} reads no ${reading}`);
  const prepared = await read(ctx, job, input);
  const visit = await visitAct(ctx, { job, act, signal }, prepared);
  if (visit.kind === "failed") return endFailed(ctx, job, visit);
  const answer = await sealLive(ctx, job, "answer", visit.value);
  return endWell(ctx, job, visit, { answer });
}
