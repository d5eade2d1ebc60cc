import { and, eq, gt, inArray } from "drizzle-orm";
import type { KnownLogin } from "#lib/connections/index.ts";
import type { SyncOutcome } from "#lib/contract/index.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { ClaimedJob } from "./claim-job.ts";
import { changeHeld } from "./held-job.ts";
import { leftSessionSeconds, pauseAfter } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";

type Requeuer = SystemContext & { queue: Queue };

/** Queues it again, keeping what was read: the next attempt continues with the rest. */
export function retryJob(ctx: Requeuer, job: ClaimedJob, outcomes: SyncOutcome[]): Promise<void> {
  const { attempts } = job;
  return requeue(ctx, job, { outcomes, attempts, pauseSeconds: pauseAfter(attempts) });
}

/** The session that blocks it is the dead worker's own, so this does not count as an attempt. */
export function waitForLeftSession(ctx: Requeuer, job: ClaimedJob): Promise<void> {
  const { outcomes } = job;
  const attempts = job.attempts - 1;
  return requeue(ctx, job, { outcomes, attempts, pauseSeconds: leftSessionSeconds });
}

/** Nobody may log in before then. Housekeeping sends such a late wake-up. */
export function waitForOpenLogin(
  ctx: SystemContext,
  job: ClaimedJob,
  notBefore: Date,
): Promise<void> {
  const { outcomes } = job;
  return backToQueue(ctx, job, { outcomes, attempts: job.attempts - 1, notBefore });
}

/** Jobs only sleep this long because of a closed login; other pauses are minutes. */
const closedPauseMs = 15 * minuteMs;

/** The login is open again: housekeeping wakes whatever slept until then. */
export async function wakeAtOpenLogin(
  { db, clock }: InTransaction<SystemContext>,
  { identities }: KnownLogin,
): Promise<void> {
  const now = clock.now();
  await db.orm
    .update(syncJobs)
    .set({ notBefore: now })
    .where(
      and(
        inArray(syncJobs.loginIdentity, identities),
        eq(syncJobs.status, "queued"),
        gt(syncJobs.notBefore, new Date(now.getTime() + closedPauseMs)),
      ),
    );
}

async function requeue(
  ctx: Requeuer,
  job: ClaimedJob,
  next: { outcomes: SyncOutcome[]; attempts: number; pauseSeconds: number },
): Promise<void> {
  const { outcomes, attempts, pauseSeconds } = next;
  const notBefore = new Date(ctx.clock.now().getTime() + pauseSeconds * 1000);
  await backToQueue(ctx, job, { outcomes, attempts, notBefore });
  const { id: jobId, organizationId: group } = job;
  await ctx.queue.send({ jobId }, { group, delaySeconds: pauseSeconds });
}

async function backToQueue(
  ctx: SystemContext,
  job: ClaimedJob,
  next: { outcomes: SyncOutcome[]; attempts: number; notBefore: Date },
): Promise<void> {
  const queued = { status: "queued", step: null, leaseUntil: null } as const;
  await withSystemTx(ctx, (tx) => changeHeld(tx, job, { ...queued, ...next }));
}
