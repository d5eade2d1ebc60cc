import type { ClaimedJob, JobSubject, WorkerContext } from "#lib/jobs/index.ts";

/** What the sync worker needs on top of what every worker does. */
export interface SyncContext extends WorkerContext {
  /** What a person typed at a link; the links domain brings it. */
  linkSubject(job: ClaimedJob): Promise<JobSubject>;
}
