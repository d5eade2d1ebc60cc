import { type ClaimedJob, ledgerKinds, runClaimed, type WorkerContext } from "#lib/jobs/index.ts";
import { actOf, type Acts } from "../act.ts";
import { runAsking } from "./ask-once.ts";
import { operationOf } from "../operation/find-operation.ts";
import { preparationOf } from "../preparation/sealed-order.ts";
import { runAct } from "./run-act.ts";
import { runClosing } from "./run-closing.ts";
import { runFile } from "./run-file.ts";
import { runLive } from "./run-live.ts";
import { runMarks } from "./run-marks.ts";
import { runPreview } from "./run-preview.ts";

/** One wake-up of the worker that acts. Its jobs follow the same rules as a sync. */
export function runLedgerJob(
  ctx: WorkerContext,
  acts: Acts,
  { jobId, deadline }: { jobId: string; deadline: AbortSignal },
): Promise<void> {
  const run = (job: ClaimedJob, signal: AbortSignal) => work(ctx, acts, job, signal);
  return runClaimed(ctx, { jobId, deadline }, { kinds: ledgerKinds, run });
}

async function work(
  ctx: WorkerContext,
  acts: Acts,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  switch (job.kind) {
    case "preview": {
      const { organizationId, targetId } = job;
      const row = await preparationOf(ctx, { organizationId, preparationId: targetId ?? "" });
      return runPreview(ctx, { act: actOf(acts, row), job, row }, signal);
    }
    case "emission":
      return runAct(ctx, acts, job, signal);
    case "reconcile":
      return runAsking(ctx, acts, job, signal);
    case "pdf": {
      const row = await operationOf(ctx, job);
      return runFile(ctx, { act: actOf(acts, row), job, row }, signal);
    }
    case "closing": {
      const row = await operationOf(ctx, job);
      return runClosing(ctx, { act: actOf(acts, row), job, row }, signal);
    }
    case "live":
      if (job.targetId !== null) {
        return runMarks(ctx, acts, { ...job, targetId: job.targetId }, signal);
      }
      return runLive(ctx, acts, job, signal);
    case "sync":
    case "verify":
    case "link":
      throw new TypeError(`${job.kind} is no act`);
  }
}
