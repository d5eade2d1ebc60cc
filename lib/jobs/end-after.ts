import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import type { ClaimedJob } from "./claim-job.ts";
import type { JobEnd } from "./end-job.ts";
import type { SyncOutcome } from "./outcome.ts";

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

/** A job that read something has succeeded, whatever stopped it afterwards. */
export function endAfter(job: Pick<ClaimedJob, "alcances" | "outcomes">, error: ErrorCode): JobEnd {
  const outcomes = failRest(job, error);
  const read = outcomes.some((outcome) => outcome.status !== "failed");
  return read
    ? { status: "succeeded", outcomes, lastError: null }
    : { status: "failed", outcomes, lastError: error };
}
