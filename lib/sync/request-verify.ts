import { and, eq, inArray } from "drizzle-orm";
import { withTx, type Context } from "../db/context.ts";
import { AppError, isErrorCode } from "../kernel/errors/index.ts";
import { newId } from "../kernel/ids.ts";
import type { Queue } from "../platform/queue.ts";
import { requireLiveCredential, type SyncableConnection } from "./request-sync.ts";
import { syncJobs } from "./sync.sql.ts";
import { waitForJob } from "./wait-for-job.ts";

const verifyWaitSeconds = 25;

export interface Verification {
  valida: boolean;
  motivo: "clave_rechazada" | "cuenta_bloqueada" | "empresa_no_ofrecida" | null;
  verificadaEn: string;
}

/** A real login and logout. A refused password is an answer, everything else that fails an error. */
export async function requestVerify(
  ctx: Context & { queue: Queue },
  connection: SyncableConnection,
): Promise<Verification> {
  requireLiveCredential(connection);
  const now = ctx.clock.now();
  const id = newId("sjb", now);
  await withTx(ctx, async ({ db }) => {
    const running = await db.orm.$count(
      syncJobs,
      and(eq(syncJobs.connectionId, connection.id), inArray(syncJobs.status, ["running"])),
    );
    if (running > 0) {
      throw new AppError("connection_busy", { details: { retryAfterSeconds: 15 } });
    }
    await db.orm.insert(syncJobs).values({
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
  await ctx.queue.send({ jobId: id }, { group: ctx.organization.id });
  const job = await waitForJob(ctx, id, verifyWaitSeconds);
  if (job.status === "succeeded" && job.result !== null) {
    return job.result as unknown as Verification;
  }
  const code = job.lastError;
  if (job.status === "failed" && code !== null && isErrorCode(code)) throw new AppError(code);
  throw new AppError("timeout");
}
