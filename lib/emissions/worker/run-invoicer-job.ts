import { crashPoint } from "../../kernel/crash-point.ts";
import { withRequestId } from "../../kernel/log.ts";
import {
  busyRetrySeconds,
  type ClaimedJob,
  claimJob,
  invoicerKinds,
  JobTakenOver,
  startHeartbeat,
} from "#lib/jobs/index.ts";
import { runEmission } from "./emission-job.ts";
import type { InvoicerContext } from "./invoicer-context.ts";
import { runPdf } from "./pdf-job.ts";
import { runPreview } from "./preview-job.ts";
import { runReconciliation } from "./reconcile-job.ts";

/**
 * One wake-up of the emission worker. Under the same rules as a sync: one running job of a
 * connection, one session of a login, a lease, and a token on every write.
 */
export async function runInvoicerJob(
  ctx: InvoicerContext,
  jobId: string,
  deadline: AbortSignal,
): Promise<void> {
  const claim = await claimJob(ctx, jobId, invoicerKinds);
  switch (claim.kind) {
    case "not_due":
      return;
    case "busy":
      await ctx.emissionQueue.send(
        { jobId },
        { group: claim.organizationId, delaySeconds: busyRetrySeconds },
      );
      return;
    case "claimed":
      crashPoint("emission.after_claim");
      if (claim.job.takenOver) {
        ctx.log.measure("take_over", { worker: "emission", JobsTakenOver: 1 });
      }
      return withRequestId(claim.job.requestId, () => runClaimed(ctx, claim.job, deadline));
  }
}

async function runClaimed(
  ctx: InvoicerContext,
  job: ClaimedJob,
  deadline: AbortSignal,
): Promise<void> {
  const heartbeat = startHeartbeat(ctx, job);
  try {
    await work(ctx, job, AbortSignal.any([deadline, heartbeat.signal]));
  } catch (error) {
    if (!(error instanceof JobTakenOver)) throw error;
    // Somebody else has the job: what this worker would say of it no longer counts.
    ctx.log.warn("emission.taken_over", { job: job.id });
  } finally {
    heartbeat.stop();
  }
}

function work(ctx: InvoicerContext, job: ClaimedJob, signal: AbortSignal): Promise<void> {
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
