export { claimJob, type ClaimedJob } from "./claim-job.ts";
export { connectionSubject } from "./connection-subject.ts";
export { endAfter } from "./end-after.ts";
export { endJob, retryJob, type JobEnd } from "./end-job.ts";
export type { EndedJob, OnJobEnded } from "./ended-job.ts";
export { dropExpiredEvidence, keepEvidence } from "./evidence.ts";
export { failureOf } from "./failure-of.ts";
export { findJob, type JobWithLabel } from "./find-job.ts";
export { beatAll, startHeartbeat } from "./heartbeat.ts";
export { changeHeld, JobTakenOver, requireHeld, showStep } from "./held-job.ts";
export { failAbandonedJobs, wakeForgottenJobs } from "./housekeeping.ts";
export type { JobSubject, LoginFailure } from "./job-subject.ts";
export {
  busyRetrySeconds,
  invoicerKinds,
  isFinal,
  leaseSeconds,
  leftSessionSeconds,
  maxAttempts,
  pauseAfter,
  syncKinds,
  type InvoicerKind,
  type JobRow,
  type JobStatus,
  type Trigger,
} from "./job.ts";
export { linkJobProgress, type LinkJobProgress } from "./link-job-progress.ts";
export { logIn, LoginFailed } from "./login.ts";
export { openJobsPortal } from "./open-portal.ts";
export type { SyncOutcome } from "./outcome.ts";
export type { OpenedPortal, OpenPortal } from "./portal.ts";
export { startLinkJob } from "./start-link-job.ts";
export { tracePortal } from "./trace-portal.ts";
export { waitForJob } from "./wait-for-job.ts";
export { wakeWorker } from "./wake-worker.ts";
export type { WorkerContext } from "./worker-context.ts";
