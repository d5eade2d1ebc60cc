export { cancelQueued } from "./cancel-queued.ts";
export { cancelEvery, cancelJobsOf, lockJobsOf } from "./cancel-jobs-of.ts";
export { leaseFrom, type ClaimedJob } from "./claim-job.ts";
export { connectionSubject } from "./visit/connection-subject.ts";
export { endJob, type JobEnder } from "./end-job.ts";
export { endSyncsOf } from "./end-syncs-of.ts";
export {
  dropExpiredEvidence,
  openEvidence,
  type KeptEvidence,
  listAllEvidence,
  listEvidence,
} from "./evidence.ts";
export { dropOldLogins, forgetLogins, forgetLoginsOf } from "./login/drop-old-logins.ts";
export {
  closedUntil,
  findJob,
  jobProgress,
  type JobProgress,
  type JobWithLabel,
} from "./find-job.ts";
export { findJobs, showJob } from "./find-jobs.ts";
export { beatAll, runClaimed } from "./run-claimed.ts";
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
export { isClosed, LoginClosed, LoginFailed } from "./login/login-failures.ts";
export { closedHours } from "./login/login-rules.ts";
export { approvalStep } from "./login/login.ts";
export { loginVerdict } from "./login/login-history.ts";
export { oldestWaiting } from "./oldest-waiting.ts";
export { openCredential } from "./visit/open-credential.ts";
export { refuseAgain } from "./login/refuse-again.ts";
export { requireOpenLogin } from "./login/require-open-login.ts";
export { retryJob, waitForLeftSession, waitForOpenLogin } from "./retry-job.ts";
export {
  startJob,
  startJobOn,
  startVisit,
  wakeWorker,
  errorOfJob,
  waitFor,
  waitForJob,
} from "./start-job.ts";
export { tracePortal } from "./visit/trace-portal.ts";
export { hasNoOpenJob, longestDue, mayBeVisited, visitDue } from "./visit-due.ts";
export { visitPortal, type PortalInside, type Visit } from "./visit/visit-portal.ts";
export type { JobSubject, OpenPortal, WorkerContext } from "./worker-context.ts";
