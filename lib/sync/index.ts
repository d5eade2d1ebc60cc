export { cancelJob } from "./cancel-job.ts";
export { findSync, type Sync } from "./find-sync.ts";
export { isStillDue } from "./is-still-due.ts";
export { listJobs } from "./list-jobs.ts";
export { listOpenSyncs } from "./list-open-syncs.ts";
export { requestSync, startSync } from "./request-sync.ts";
export { requestVerify } from "./request-verify.ts";
export { runJob, type SyncContext } from "./run-job.ts";
export { listSyncDays } from "./list-sync-days.ts";
