import { actors } from "#lib/db/actors.ts";
import { recordCall } from "#lib/audit/index.ts";
import { lockConnections, noteSynced } from "#lib/connections/index.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import type { SyncOutcome } from "#lib/contract/index.ts";
import { errorEntry } from "#lib/kernel/errors/index.ts";
import type { ClaimedJob } from "./claim-job.ts";
import { changeHeld } from "./held-job.ts";
import type { JobEnd, OnJobEnded } from "./job-end.ts";
import { answerTerm } from "./live-answer.ts";

export type JobEnder = SystemContext & { onJobEnded: OnJobEnded };

type InJobEnd = (tx: InTransaction<JobEnder>) => Promise<void>;

/** The job's last transaction. */
export async function endJob(
  ctx: JobEnder,
  job: ClaimedJob,
  end: JobEnd,
  also?: InJobEnd,
): Promise<void> {
  const finishedAt = ctx.clock.now();
  await repeatUndone(() =>
    withSystemTx(ctx, (tx) => writeEnd(tx, job, { ...end, finishedAt }, also)),
  );
  ctx.log.info("sync.ended", { job: job.id, status: end.status, code: end.lastError });
  measureEnd(ctx, job, end, finishedAt);
}

/** The job's end, what follows from it, and its record. */
export async function writeEnd(
  tx: InTransaction<JobEnder>,
  job: ClaimedJob,
  end: JobEnd & { finishedAt: Date },
  also?: InJobEnd,
): Promise<void> {
  const { status, outcomes, lastError, finishedAt } = end;
  const recordsSynced = status === "failed" ? null : sumOf(outcomes);
  if (job.connectionId !== null) await lockConnections(tx, [job.connectionId]);
  await changeHeld(tx, job, {
    status,
    step: null,
    outcomes,
    recordsSynced,
    lastError,
    result: end.result ?? null,
    asked: null,
    answer: end.answer ?? null,
    answerExpiresAt: end.answer === undefined ? null : answerTerm(finishedAt),
    leaseUntil: null,
    finishedAt,
  });
  await also?.(tx);
  if (status === "succeeded" && job.kind === "sync") {
    await noteSynced(tx, job.connectionId ?? "", finishedAt);
  }
  await tx.onJobEnded(tx, { ...job, status, outcomes, lastError, recordsSynced });
  await recordOwnStart(tx, job, end, finishedAt);
}

function measureEnd({ log }: JobEnder, job: ClaimedJob, end: JobEnd, finishedAt: Date): void {
  const { kind, connector } = job;
  const code = end.lastError ?? "ok";
  if (kind !== "sync") return log.measure("job", { kind, code, OtherJobs: 1 });
  const partial = code === "ok" && end.outcomes.some(({ status }) => status !== "ok");
  log.measure("sync", {
    connector,
    code: partial ? "partial" : code,
    owner: code === "ok" ? "none" : errorEntry(code).owner,
    Syncs: 1,
    SyncDuration: finishedAt.getTime() - job.startedAt.getTime(),
    SyncedRecords: sumOf(end.outcomes),
  });
}

/** The most that a record holds, some 24 days: a server can stand still for longer in mid-job. */
const longestLatencyMs = 2 ** 31 - 1;

/**
 * A call has its own record. A job that nobody called for is recorded here, under the system's
 * name.
 */
async function recordOwnStart(
  tx: InTransaction<SystemContext>,
  job: ClaimedJob,
  end: JobEnd,
  at: Date,
): Promise<void> {
  if (job.kind !== "sync" || job.trigger === "manual") return;
  const code = end.lastError;
  await recordCall(tx.db, {
    requestId: job.requestId,
    organizationId: job.organizationId,
    at,
    plane: "control",
    operation: `${job.connector}.conexion.sincronizar`,
    operationRequestId: null,
    actor: actors.system(job.trigger === "scheduled" ? "schedule" : "link"),
    connectionId: job.connectionId,
    outcome: code ?? "ok",
    httpStatus: code === null ? 200 : errorEntry(code).status,
    latencyMs: Math.min(at.getTime() - job.startedAt.getTime(), longestLatencyMs),
    idempotency: null,
    traceLabel: null,
    clientLabel: null,
    countedIn: null,
    source: null,
  });
}

function sumOf(outcomes: readonly SyncOutcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + outcome.records_synced, 0);
}
