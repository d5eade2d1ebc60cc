import { and, eq, or, sql } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "../db/context.ts";
import { AppError, isErrorCode } from "../kernel/errors/index.ts";
import { newId } from "../kernel/ids.ts";
import type { Queue } from "../platform/queue.ts";
import { requireLiveCredential, type SyncableConnection } from "./request-sync.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { cancelQueued } from "./cancel-job.ts";
import { waitForJob, wakeWorker } from "#lib/jobs/index.ts";

/** As long as a call of a tool may last. */
const patienceSeconds = 25;

export interface Verification {
  valida: boolean;
  motivo: "clave_rechazada" | "cuenta_bloqueada" | "empresa_no_ofrecida" | null;
  verificadaEn: string;
}

/** A real login and logout. A refused password is an answer, everything else that fails an error. */
export async function requestVerify(
  ctx: Context & { queue: Queue },
  connection: SyncableConnection,
  waitSeconds: number = patienceSeconds,
): Promise<Verification> {
  requireLiveCredential(connection);
  const now = ctx.clock.now();
  const id = newId("sjb", now);
  await withTx(ctx, async (tx) => {
    await requireFree(tx, connection.id);
    await tx.db.orm.insert(syncJobs).values({
      id,
      organizationId: ctx.organization.id,
      connectionId: connection.id,
      kind: "verify",
      connector: connection.connector,
      alcances: [],
      trigger: "manual",
      status: "queued",
      outcomes: [],
      attempts: 0,
      token: 0,
      notBefore: now,
      requestId: ctx.requestId,
      actorKind: ctx.actor.kind,
      actorId: ctx.actor.id,
      createdAt: now,
    });
  });
  await wakeWorker(ctx, id, ctx.organization.id);
  const job = await waitForJob(ctx, id, waitSeconds);
  if (job.status === "succeeded" && job.result !== null) {
    return job.result as unknown as Verification;
  }
  const code = job.lastError;
  if (job.status === "failed" && code !== null && isErrorCode(code)) throw new AppError(code);
  // Nobody waits for the answer any more: a login that has not begun is not made.
  await cancelQueued(ctx, id);
  throw new AppError("timeout");
}

/** One login at a time, and of many callers one: each would be a login of its own. */
async function requireFree(tx: InTransaction<Context>, connectionId: string): Promise<void> {
  await tx.db.orm.execute(sql`select 1 from connections where id = ${connectionId} for update`);
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
