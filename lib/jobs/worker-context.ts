import type { SystemContext } from "#lib/db/context.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { ClaimedJob } from "./claim-job.ts";
import type { OnJobEnded } from "./ended-job.ts";
import type { JobSubject } from "./job-subject.ts";
import type { OpenPortal } from "./portal.ts";

/** What running a job needs, built once by the worker's entry point. */
export interface WorkerContext extends SystemContext {
  vault: Vault;
  queue: Queue;
  openPortal: OpenPortal;
  /** What a person typed at a link; the links domain brings it. */
  linkSubject(job: ClaimedJob): Promise<JobSubject>;
  /** Who is to be told of it; the webhooks domain brings it. */
  onJobEnded: OnJobEnded;
}
