import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ClaimedJob } from "./claim-job.ts";
import type { SyncOutcome } from "./outcome.ts";

/** What became of a job, as those are told who want to know. */
export interface EndedJob extends Pick<
  ClaimedJob,
  | "id"
  | "organizationId"
  | "connectionId"
  | "kind"
  | "connector"
  | "alcances"
  | "periodo"
  | "trigger"
  | "requestId"
> {
  status: "succeeded" | "failed";
  outcomes: SyncOutcome[];
  recordsSynced: number | null;
  lastError: string | null;
}

/** Part of the job's last transaction: what it throws undoes the end. */
export type OnJobEnded = (tx: InTransaction<SystemContext>, job: EndedJob) => Promise<void>;
