import type { SyncOutcome } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import type { ClaimedJob } from "./claim-job.ts";

/** How a job ends for good. */
export interface JobEnd {
  status: "succeeded" | "failed";
  outcomes: SyncOutcome[];
  lastError: ErrorCode | null;
  result?: Record<string, unknown>;
  /** A live job's answer, sealed: its caller reads it once. */
  answer?: Buffer;
}

/** The outcome of a job, for observers. */
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
  status: JobEnd["status"];
  outcomes: SyncOutcome[];
  recordsSynced: number | null;
  lastError: ErrorCode | null;
}

/** Part of the job's last transaction: what it throws undoes the end. */
export type OnJobEnded = (tx: InTransaction<SystemContext>, job: EndedJob) => Promise<void>;

/** A job that read something has succeeded, whatever stopped it afterwards. */
export function endAfter(job: Pick<ClaimedJob, "alcances" | "outcomes">, error: ErrorCode): JobEnd {
  const outcomes = failRest(job, error);
  const read = outcomes.some((outcome) => outcome.status !== "failed");
  return read
    ? { status: "succeeded", outcomes, lastError: null }
    : { status: "failed", outcomes, lastError: error };
}

/** What earlier attempts read stays read; all the rest failed with the code. */
function failRest(
  { alcances, outcomes }: Pick<ClaimedJob, "alcances" | "outcomes">,
  error: ErrorCode,
): SyncOutcome[] {
  const kept = outcomes.filter((outcome) => outcome.status !== "failed");
  const rest = alcances.filter((id) => !kept.some((outcome) => outcome.alcance === id));
  const failed = { status: "failed", records_synced: 0, error } as const;
  return [...kept, ...rest.map((alcance) => ({ alcance, ...failed }))];
}
