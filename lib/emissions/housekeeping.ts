import { actors } from "#lib/db/actors.ts";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { releaseOperationKey } from "#lib/idempotency/index.ts";
import { startJob } from "#lib/jobs/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { operations } from "./emissions.sql.ts";
import { nextLook } from "./settle-operation.ts";

/** No job of the operation is waiting or at work. */
const noJobLeft = sql`not exists (select 1 from sync_jobs j where j.target_id = ${operations.id}
  and j.status in ('queued', 'running'))`;

/**
 * Operations whose job ended without them, because its worker died too often. What was not sent
 * is released; what may have been is unknown, and looked for.
 */
export async function settleLeftOperations(ctx: SystemContext): Promise<void> {
  const now = ctx.clock.now();
  const left = await withSystemTx(ctx, async (tx) => {
    const { orm } = tx.db;
    const released = await orm
      .update(operations)
      .set({ state: "released", errorCode: "timeout", finishedAt: now })
      .where(
        and(
          sql`${operations.state} in ('queued', 'running')`,
          isNull(operations.barrierAt),
          noJobLeft,
        ),
      )
      .returning({
        organizationId: operations.organizationId,
        key: operations.idempotencyKey,
        operationId: operations.id,
      });
    for (const row of released) await releaseOperationKey(tx, row);
    const unknown = await orm
      .update(operations)
      .set({ state: "unknown", lookAgainAt: now })
      .where(and(eq(operations.state, "crossed"), noJobLeft))
      .returning({ id: operations.id });
    return { released: released.length, unknown: unknown.length };
  });
  for (const outcome of ["released", "unknown"] as const) {
    if (left[outcome] > 0) ctx.log.measure("emission", { outcome, Emissions: left[outcome] });
  }
}

/** A list that was late is looked at again. */
export async function lookAgain(ctx: SystemContext & { emissionQueue: Queue }): Promise<number> {
  const now = ctx.clock.now();
  const jobs = await withSystemTx(ctx, async (tx) => {
    const due = await tx.db.orm
      .select({ row: operations, connector: connections.connector })
      .from(operations)
      .innerJoin(connections, eq(connections.id, operations.connectionId))
      .where(
        and(
          eq(operations.state, "unknown"),
          lte(operations.lookAgainAt, now),
          eq(connections.credencial, "viva"),
          isNull(connections.disabledAt),
          noJobLeft,
        ),
      )
      .limit(100)
      .for("update", { of: operations, skipLocked: true });
    const started = [];
    for (const { row, connector } of due) {
      const { organizationId, connectionId, id: targetId } = row;
      // Before the look: one that nobody lives to end must not be due again at once.
      await tx.db.orm
        .update(operations)
        .set({ lookAgainAt: nextLook(row, now) })
        .where(eq(operations.id, row.id));
      const jobId = await startJob(tx, {
        organizationId,
        connectionId,
        connector,
        kind: "reconcile",
        targetId,
        trigger: "manual",
        requestId: "housekeeping",
        actor: actors.system("housekeeping"),
      });
      started.push({ jobId, group: organizationId });
    }
    return started;
  });
  for (const { jobId, group } of jobs) await ctx.emissionQueue.send({ jobId }, { group });
  return jobs.length;
}

/** How many operations nobody can tell the outcome of, measured while it is unknown. */
export async function measureUnknown(ctx: SystemContext): Promise<void> {
  const EmissionsUnknown = await withSystemTx(ctx, ({ db }) =>
    db.orm.$count(operations, eq(operations.state, "unknown")),
  );
  ctx.log.measure("unknown_emissions", { EmissionsUnknown });
}

/** Drops answers past their term. What became of the document stays. */
export async function dropExpiredAnswers(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(operations)
      .set({ outcome: null, outcomeExpiresAt: null })
      .where(lte(operations.outcomeExpiresAt, ctx.clock.now())),
  );
}
