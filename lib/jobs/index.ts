export { cancelQueued } from "./cancel-queued.ts";
export { cancelEvery, cancelJobsOf, lockJobsOf } from "./cancel-jobs-of.ts";
export { leaseFrom, type ClaimedJob } from "./claim-job.ts";
export { connectionSubject } from "./connection-subject.ts";
export { endJob, type JobEnder } from "./end-job.ts";
export { endSyncsOf } from "./end-syncs-of.ts";
export { dropExpiredEvidence, openEvidence } from "./evidence.ts";
export { type KeptEvidence, listAllEvidence, listEvidence } from "./list-evidence.ts";
export { dropOldLogins, forgetLogins, forgetLoginsOf } from "./drop-old-logins.ts";
export {
  closedUntil,
  findJob,
  jobProgress,
  type JobProgress,
  type JobWithLabel,
} from "./find-job.ts";
export { findJobs, showJob } from "./find-jobs.ts";
export { beatAll } from "./heartbeat.ts";
export { changeHeld, JobTakenOver, requireHeld, showStep } from "./held-job.ts";
export { askedOf, dropOldAnswers, sealLive, takeAnswer } from "./live-answer.ts";
export { failAbandonedJobs, wakeForgottenJobs } from "./housekeeping.ts";
export { endAfter, type EndedJob, type JobEnd } from "./job-end.ts";
export {
  failureOf,
  ledgerKinds,
  leaseSeconds,
  leftSessionSeconds,
  maxAttempts,
  syncKinds,
} from "./job.ts";
export type { JobRow } from "./jobs.sql.ts";
export { isClosed, LoginClosed, LoginFailed } from "./login-failures.ts";
export { closedHours } from "./login-rules.ts";
export { approvalStep } from "./login.ts";
export { loginVerdict } from "./login-history.ts";
export { oldestWaiting } from "./oldest-waiting.ts";
export { openCredential } from "./open-credential.ts";
export { refuseAgain } from "./refuse-again.ts";
export { requireOpenLogin } from "./require-open-login.ts";
export { retryJob, waitForLeftSession, waitForOpenLogin } from "./retry-job.ts";
export { runClaimed } from "./run-claimed.ts";
export { startJob, startJobOn } from "./start-job.ts";
export { startVisit } from "./start-visit.ts";
export { tracePortal } from "./trace-portal.ts";
export { hasNoOpenJob, longestDue, mayBeVisited, visitDue } from "./visit-due.ts";
export { visitPortal, type PortalInside, type Visit } from "./visit-portal.ts";
export { errorOfJob, waitFor, waitForJob } from "./wait-for-job.ts";
export { wakeWorker } from "./wake-worker.ts";
export type { JobSubject, OpenPortal, WorkerContext } from "./worker-context.ts";
