import { setTimeout as pause } from "node:timers/promises";
import { type JobTrigger, isOpenStatus } from "#lib/contract/index.ts";
import { actorRow, type Actor, actors } from "#lib/db/actors.ts";
import type { Context, InTransaction, SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Log } from "#lib/kernel/log.ts";
import { tellOfWait } from "#lib/kernel/waiting.ts";
import { requireMayEmit, requireRunning } from "#lib/operator/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { jobState, type JobState } from "./find-job.ts";
import { sessionless, type JobKind } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";
import { answerTerm } from "./live-answer.ts";

interface NewJob {
  /** Given in advance when something is sealed for it. */
  id?: string;
  organizationId: string;
  connector: string;
  kind: JobKind;
  /** Null while a link has made no connection yet. */
  connectionId: string | null;
  linkId?: string;
  targetId?: string;
  alcances?: string[];
  periodo?: string;
  loginIdentity?: Buffer;
  /** The question, sealed; set for live jobs only. */
  asked?: Buffer;
  trigger: JobTrigger;
  requestId: string;
  actor: Actor;
}

/**
 * Queues a job. The caller wakes a worker after the commit. While the operator has paused its
 * system, a job that somebody waits for is refused; others are queued, and run when the pause is
 * over.
 */
export async function startJob(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  { actor, ...job }: NewJob,
): Promise<string> {
  const now = tx.clock.now();
  if (actor.kind !== "system") await requireRunning(tx, job.connector);
  if (job.kind === "emission") await requireMayEmit(tx, job.organizationId);
  const { id = newId("sjb", now), asked } = job;
  await tx.db.orm.insert(syncJobs).values({
    alcances: [],
    ...job,
    id,
    exclusive: !sessionless.includes(job.connector),
    ...(asked !== undefined && { answerExpiresAt: answerTerm(now) }),
    status: "queued",
    outcomes: [],
    attempts: 0,
    token: 0,
    notBefore: now,
    ...actorRow(actor),
    createdAt: now,
  });
  return id;
}

type CallersJob = Pick<NewJob, "id" | "kind" | "targetId" | "alcances" | "periodo" | "asked">;

/** The same for a caller's connection: the rest of the job is the caller's. */
export function startJobOn(
  tx: InTransaction<Context>,
  { id: connectionId, connector }: { id: string; connector: string },
  { trigger = "manual", ...job }: CallersJob & { trigger?: JobTrigger },
): Promise<string> {
  const { organization, requestId, actor } = tx;
  const organizationId = organization.id;
  return startJob(tx, {
    ...job,
    organizationId,
    connectionId,
    connector,
    trigger,
    requestId,
    actor,
  });
}

interface Visit {
  organizationId: string;
  connectionId: string;
  connector: string;
  kind: "pdf" | "reconcile";
  /** The operation that it concerns. */
  targetId: string;
  /** The call that it stems from; none if it was due by itself. */
  requestId?: string;
}

/** Starts a visit that asks a portal about what was done there: nobody waits for it. */
export function startVisit(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  { requestId = "housekeeping", ...visit }: Visit,
): Promise<string> {
  const actor = actors.system("housekeeping");
  return startJob(tx, { ...visit, trigger: "manual", requestId, actor });
}

/**
 * For a job whose row is committed: the row is the truth, and housekeeping wakes a worker if nobody
 * else does. An unreachable queue delays the job; it does not make the call that started it fail.
 */
export async function wakeWorker(
  ctx: { queue: Queue; log: Log; requestId: string },
  jobId: string,
  organizationId: string,
): Promise<void> {
  try {
    await ctx.queue.send({ jobId }, { group: organizationId, requestId: ctx.requestId });
  } catch (error) {
    ctx.log.warn("sync.wake_up_not_sent", { job: jobId, error });
  }
}

const firstWaitMs = 150;
const nextWaitMs = 400;

/** Asks until the answer is final, or the wait is over. Uses real time, not the clock's. */
export async function waitFor<T>(
  ask: () => Promise<T>,
  isLast: (answer: T) => boolean,
  seconds: number,
): Promise<T> {
  const until = performance.now() + seconds * 1000;
  let answer = await ask();
  for (let wait = firstWaitMs; !isLast(answer); wait = nextWaitMs) {
    const left = until - performance.now();
    if (left <= 0) break;
    tellOfWait(left);
    await pause(Math.min(wait, left));
    answer = await ask();
  }
  return answer;
}

/** The job when it has ended, or as it is when the wait is over. */
export function waitForJob(ctx: Context, jobId: string, seconds: number): Promise<JobState> {
  return waitFor(
    () => jobState(ctx, jobId),
    ({ status }) => !isOpenStatus(status),
    seconds,
  );
}

/** A failed job, as the error for its caller; `timeout` while it still runs. */
export function errorOfJob({ status, lastError, result }: JobState): AppError {
  if (isOpenStatus(status) || lastError === null) return new AppError("timeout");
  const details = result?.["details"] as Record<string, unknown> | undefined;
  return new AppError(lastError, details === undefined ? {} : { details });
}
