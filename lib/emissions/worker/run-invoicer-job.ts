import { invoicerKinds, runClaimed, type ClaimedJob, type WorkerContext } from "#lib/jobs/index.ts";
import { runEmission } from "./emission-job.ts";
import { runPdf } from "./pdf-job.ts";
import { runPreview } from "./preview-job.ts";
import { runReconciliation } from "./reconcile-job.ts";

/** One wake-up of the emission worker. Its jobs live by the same rules as a sync. */
export function runInvoicerJob(
  ctx: WorkerContext,
  jobId: string,
  deadline: AbortSignal,
): Promise<void> {
  const run = (job: ClaimedJob, signal: AbortSignal) => work(ctx, job, signal);
  return runClaimed(ctx, { jobId, deadline }, { kinds: invoicerKinds, run });
}

function work(ctx: WorkerContext, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  switch (job.kind) {
    case "preview":
      return runPreview(ctx, job, signal);
    case "emission":
      return runEmission(ctx, job, signal);
    case "reconcile":
      return runReconciliation(ctx, job, signal);
    case "pdf":
      return runPdf(ctx, job, signal);
    case "sync":
    case "verify":
    case "link":
      throw new TypeError(`${job.kind} is not the invoicer's`);
  }
}
