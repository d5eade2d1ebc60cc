import { and, eq, or } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { longestWaitSeconds, VerifyAnswer } from "#lib/contract/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { lockConnections, requireLiveCredential } from "#lib/connections/index.ts";
import type { SyncableConnection } from "./request-sync.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import {
  cancelQueued,
  errorOfJob,
  requireOpenLogin,
  startJobOn,
  waitForJob,
  wakeWorker,
} from "#lib/jobs/index.ts";

/** A real login and logout. A refused password is an answer, any other failure an error. */
export async function requestVerify(
  ctx: Context & { queue: Queue },
  connection: SyncableConnection,
  waitSeconds: number = longestWaitSeconds,
): Promise<VerifyAnswer> {
  requireLiveCredential(connection);
  await requireOpenLogin(ctx, connection.id);
  const start = (): Promise<string> =>
    withTx(ctx, async (tx) => {
      await requireFree(tx, connection.id);
      return startJobOn(tx, connection, { kind: "verify" });
    });
  const jobId = await repeatUndone(start);
  await wakeWorker(ctx, jobId, ctx.organization.id);
  const job = await waitForJob(ctx, jobId, waitSeconds);
  if (job.status === "succeeded") return VerifyAnswer.parse(job.result);
  // Nobody waits for the answer any more: a login that has not begun is not made.
  await cancelQueued(ctx, jobId);
  throw errorOfJob(job);
}

/** One login at a time, for one of many callers: each would be a separate login. */
async function requireFree(tx: InTransaction<Context>, connectionId: string): Promise<void> {
  await lockConnections(tx, [connectionId]);
  const inTheWay = await tx.db.orm.$count(
    syncJobs,
    and(
      eq(syncJobs.connectionId, connectionId),
      or(
        eq(syncJobs.status, "running"),
        and(eq(syncJobs.status, "queued"), eq(syncJobs.kind, "verify")),
      ),
    ),
  );
  if (inTheWay === 0) return;
  throw new AppError("connection_busy", { details: { retryAfterSeconds: 15 } });
}
