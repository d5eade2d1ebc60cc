import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { isNotPaused } from "#lib/operator/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { claimedColumns, leaseFrom, type ClaimedJob } from "./claim-job.ts";
import { endJob, type JobEnder } from "./end-job.ts";
import { endAfter } from "./job-end.ts";
import { ledgerKinds, maxAttempts } from "./job.ts";

interface OpenJob {
  id: string;
  kind: string;
  organizationId: string;
  requestId: string;
}

/**
 * Jobs that a worker should have: queued and due, or running without a live worker. Their wake-up
 * may be lost, or was read by a worker that died. Most of a backlog is neither: one wake-up each
 * time a job is due, and another after a while, do not flood a slow queue.
 */
const findForgotten: Statement = {
  name: "sync.forgotten",
  repeatable: true,
  text: `
    select id, kind, organization_id as "organizationId", request_id as "requestId" from sync_jobs
    where attempts < $2 and ${isNotPaused("connector")} and (
      (status = 'queued' and not_before <= $1::timestamptz - interval '20 seconds'
        and (woken_at is null or woken_at < not_before or woken_at <= $3))
      or (status = 'running' and lease_until <= $1
        and (woken_at is null or woken_at < lease_until or woken_at <= $3)))
    order by not_before limit 500`,
};

const noteWoken: Statement = {
  name: "sync.woken",
  repeatable: true,
  text: "update sync_jobs set woken_at = $1 where id = any($2)",
};

/** The most that a lost message delays a job. */
const wokenAgainAfterMs = 10 * minuteMs;

/** A job whose worker died in its last attempt: nobody will end it unless this does. */
const takeAbandoned: Statement = {
  name: "sync.take_abandoned",
  repeatable: false,
  text: `
    update sync_jobs j set token = j.token + 1, lease_until = $3
    where j.status = 'running' and j.lease_until <= $1 and j.attempts >= $2
    returning ${claimedColumns}`,
};

/** Wakes workers for jobs that wait for one, whatever happened to their messages. */
export async function wakeForgottenJobs(
  ctx: SystemContext & { queue: Queue; emissionQueue: Queue },
): Promise<number> {
  const now = ctx.clock.now();
  const longAgo = new Date(now.getTime() - wokenAgainAfterMs);
  const jobs = await withSystemTx(ctx, ({ db }) =>
    db.run<OpenJob>(findForgotten, [now, maxAttempts, longAgo]),
  );
  if (jobs.length === 0) return 0;
  const sent = await Promise.allSettled([
    wake(ctx, now, ctx.emissionQueue, jobs.filter(isLedgerJob)),
    wake(
      ctx,
      now,
      ctx.queue,
      jobs.filter((job) => !isLedgerJob(job)),
    ),
  ]);
  const failures: unknown[] = [];
  for (const one of sent) {
    if (one.status === "fulfilled") continue;
    ctx.log.error("jobs.not_woken", { error: one.reason as unknown });
    failures.push(one.reason);
  }
  if (failures.length > 0) throw new AggregateError(failures, "jobs were not woken");
  return jobs.length;
}

/** Each queue separately: one that refuses does not leave the other's jobs asleep. */
async function wake(
  ctx: SystemContext,
  now: Date,
  queue: Queue,
  jobs: readonly OpenJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  await queue.sendBatch(
    jobs.map(({ id, organizationId, requestId }) => ({
      message: { jobId: id },
      options: { group: organizationId, requestId },
    })),
  );
  // Only now: if the queue was unreachable, the next run tries again.
  await withSystemTx(ctx, ({ db }) => db.run(noteWoken, [now, jobs.map(({ id }) => id)]));
}

/** Ends what no worker will end. A run that dies in between leaves the rest to a later one. */
export async function failAbandonedJobs(ctx: JobEnder): Promise<void> {
  const now = ctx.clock.now();
  const jobs = await withSystemTx(ctx, ({ db }) =>
    db.run<ClaimedJob>(takeAbandoned, [now, maxAttempts, leaseFrom(now)]),
  );
  const failures: unknown[] = [];
  for (const job of jobs) {
    try {
      await endJob(ctx, job, endAfter(job, "timeout"));
    } catch (error) {
      // One that cannot be ended must not keep the others running for ever.
      ctx.log.error("sync.not_ended", { job: job.id, error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "abandoned jobs were not ended");
}

function isLedgerJob({ kind }: OpenJob): boolean {
  return ledgerKinds.some((own) => own === kind);
}
