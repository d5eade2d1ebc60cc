import { withSystemTx, type SystemContext } from "../db/context.ts";
import type { Statement } from "../db/database.ts";
import type { Queue } from "../platform/queue.ts";
import type { EndedJob, OnJobEnded } from "./ended-job.ts";
import { maxAttempts } from "./job.ts";

interface OpenJob {
  id: string;
  organizationId: string;
}

/**
 * Jobs that a worker should have: queued and due, or running without a living worker. Their
 * wake-up may be lost, or was read by a worker that died.
 */
const findForgotten: Statement = {
  name: "sync.forgotten",
  repeatable: true,
  text: `
    select id, organization_id as "organizationId" from sync_jobs
    where attempts < $2 and (
      (status = 'queued' and not_before <= $1::timestamptz - interval '20 seconds')
      or (status = 'running' and lease_until <= $1))
    order by not_before limit 500`,
};

/** A job whose worker died in its last attempt: nobody is going to end it. */
const failAbandoned: Statement = {
  name: "sync.fail_abandoned",
  repeatable: false,
  text: `
    update sync_jobs
    set status = 'failed', step = null, last_error = 'timeout', lease_until = null,
      token = token + 1, finished_at = $1
    where attempts >= $2 and (
      (status = 'running' and lease_until <= $1) or status = 'queued')
    returning id, organization_id as "organizationId", connection_id as "connectionId",
      link_id as "linkId", kind, connector, alcances, periodo, trigger, request_id as "requestId",
      status, outcomes, records_synced as "recordsSynced", last_error as "lastError"`,
};

/** Wakes workers for jobs that wait for one, whatever became of their messages. */
export async function wakeForgottenJobs(ctx: SystemContext & { queue: Queue }): Promise<number> {
  const jobs = await withSystemTx(ctx, ({ db }) =>
    db.run<OpenJob>(findForgotten, [ctx.clock.now(), maxAttempts]),
  );
  for (const job of jobs) {
    await ctx.queue.send({ jobId: job.id }, { group: job.organizationId });
  }
  return jobs.length;
}

export interface AbandonedJob extends EndedJob {
  linkId: string | null;
}

export async function failAbandonedJobs(
  ctx: SystemContext & { onJobEnded: OnJobEnded },
): Promise<AbandonedJob[]> {
  return withSystemTx(ctx, async (tx) => {
    const jobs = await tx.db.run<AbandonedJob>(failAbandoned, [ctx.clock.now(), maxAttempts]);
    for (const job of jobs) await ctx.onJobEnded(tx, job);
    return jobs;
  });
}
