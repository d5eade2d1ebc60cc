import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { sqlState, violatedConstraint } from "#lib/db/failures.ts";
import { isNotPaused } from "#lib/operator/index.ts";
import type { JobTrigger, ModuleProgress, SyncOutcome } from "#lib/contract/index.ts";
import { busyRetrySeconds, leaseSeconds, maxAttempts, type JobKind } from "./job.ts";

/** A job held by a worker. Its token is on every write; a stale one writes nothing. */
export interface ClaimedJob {
  id: string;
  organizationId: string;
  connectionId: string | null;
  linkId: string | null;
  kind: JobKind;
  targetId: string | null;
  connector: string;
  alcances: string[];
  periodo: string | null;
  trigger: JobTrigger;
  outcomes: SyncOutcome[];
  progress: Record<string, ModuleProgress> | null;
  attempts: number;
  token: number;
  requestId: string;
  startedAt: Date;
  /** Taken from a worker whose lease expired, and which may have left its session open. */
  takenOver: boolean;
}

type JobClaim =
  | { kind: "claimed"; job: ClaimedJob }
  /** Another job holds the connection or the login. */
  | { kind: "busy"; organizationId: string }
  /** Ended, canceled, not due yet, in a paused system, or held by a live worker. */
  | { kind: "not_due" };

/** What a worker, or housekeeping, gets of the job `j` that it has just taken. */
export const claimedColumns = `
  j.id, j.organization_id as "organizationId", j.connection_id as "connectionId",
  j.link_id as "linkId", j.kind, j.target_id as "targetId", j.connector, j.alcances, j.periodo, j.trigger, j.outcomes, j.progress,
  j.attempts, j.token, j.request_id as "requestId", j.started_at as "startedAt",
  (select b.status = 'running' from sync_jobs b where b.id = j.id) as "takenOver"`;

/**
 * Takes a queued job, or one whose worker let its lease expire. The partial unique indexes refuse a
 * second running job of the connection or of the login, for any worker anywhere.
 */
const claim: Statement = {
  name: "sync.claim",
  repeatable: false,
  text: `
    update sync_jobs j
    set status = 'running', token = j.token + 1, attempts = j.attempts + 1,
      lease_until = $3, started_at = coalesce(j.started_at, $2), step = 'opening',
      login_identity = coalesce(
        (select c.login_identity from credentials c where c.connection_id = j.connection_id and j.kind <> 'link'),
        (select l.login_identity from links l where l.id = j.link_id))
    where j.id = $1 and j.kind = any($5) and j.attempts < $4 and ${isNotPaused("j.connector")} and (
      (j.status = 'queued' and j.not_before <= $2)
      or (j.status = 'running' and j.lease_until <= $2))
    returning ${claimedColumns}`,
};

/** Every earlier wake-up of the job is then dropped: one waits, however many came. */
const postpone: Statement = {
  name: "sync.postpone",
  repeatable: false,
  text: `
    update sync_jobs set not_before = greatest(not_before, $2) where id = $1
    returning organization_id as "organizationId"`,
};

/** A worker only takes jobs of its own kinds. */
export async function claimJob(
  ctx: SystemContext,
  jobId: string,
  kinds: readonly JobKind[],
): Promise<JobClaim> {
  const now = ctx.clock.now();
  try {
    const rows = await withSystemTx(ctx, ({ db }) =>
      db.run<ClaimedJob>(claim, [jobId, now, leaseFrom(now), maxAttempts, kinds]),
    );
    const [job] = rows;
    return job === undefined ? { kind: "not_due" } : { kind: "claimed", job };
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  const notBefore = new Date(now.getTime() + (busyRetrySeconds - 1) * 1000);
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.run<{ organizationId: string }>(postpone, [jobId, notBefore]),
  );
  return row === undefined ? { kind: "not_due" } : { kind: "busy", ...row };
}

function isTaken(error: unknown): boolean {
  const constraint = violatedConstraint(error) ?? "";
  return (
    sqlState(error) === "23505" &&
    ["sync_jobs_one_running_per_connection", "sync_jobs_one_session_per_login"].includes(constraint)
  );
}

export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * 1000);
}
