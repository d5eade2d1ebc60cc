import { and, eq, inArray, lte } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { hasNoOpenJob, longestDue, mayBeVisited, startVisit, visitDue } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { actOf, type Acts, type ActTerms } from "./act.ts";
import { changeOperation } from "./operation/change-operation.ts";
import { operationFiles, operations, type OperationRow } from "./ledger.sql.ts";
import { releaseOperation } from "./operation/release-operation.ts";
import { nextAsk } from "./worker/settle-operation.ts";

const noJobLeft = hasNoOpenJob(operations.id);

/**
 * Operations whose job ended without them, because its worker died too often. What was not sent is
 * released; what may have been is unknown, and looked for. One that cannot be ended does not affect
 * the others.
 */
export async function settleLeftOperations(ctx: SystemContext, acts: Acts): Promise<void> {
  const left = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(operations)
      .where(
        and(
          inArray(operations.state, ["queued", "running", "crossed"]),
          inArray(
            operations.kind,
            acts.flatMap(({ terms }) => terms.kinds),
          ),
          noJobLeft,
        ),
      )
      .limit(500),
  );
  const failures: unknown[] = [];
  for (const row of left) {
    const { terms } = actOf(acts, row);
    try {
      await withSystemTx(ctx, (tx) => settleLeft(tx, terms, row));
    } catch (error) {
      ctx.log.error("emission.not_settled", { operation: row.id, error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "left operations were not settled");
}

async function settleLeft(
  tx: InTransaction<SystemContext>,
  terms: ActTerms,
  row: OperationRow,
): Promise<void> {
  if (await releaseOperation(tx, terms, row, { error: new AppError("timeout") })) return;
  const unknown = await changeOperation(tx, terms, {
    where: [eq(operations.id, row.id), eq(operations.state, "crossed"), noJobLeft],
    change: { state: "unknown" },
    set: { lookAgainAt: tx.clock.now() },
  });
  if (unknown !== null) tx.log.measure("emission", { outcome: "unknown", Emissions: 1 });
}

/**
 * A list that lagged behind is looked at again; also for an organization that is to be deleted,
 * which an unknown outcome postpones.
 */
export function askDue(ctx: SystemContext & { emissionQueue: Queue }): Promise<number> {
  const { id, state, lookAgainAt } = operations;
  return visitDue(ctx, {
    find: ({ db }, now) =>
      longestDue(
        db.orm
          .select({ row: operations })
          .from(operations)
          .innerJoin(connections, eq(connections.id, operations.connectionId))
          .where(and(eq(state, "unknown"), lte(lookAgainAt, now), mayBeVisited, noJobLeft))
          .$dynamic(),
        { of: operations, at: lookAgainAt, id },
      ),
    postpone: async ({ db }, { row }, now) => {
      await db.orm
        .update(operations)
        .set({ lookAgainAt: nextAsk(row, now) })
        .where(eq(id, row.id));
    },
    start: (tx, { row: { organizationId, connectionId, connector, id: targetId } }) =>
      startVisit(tx, { organizationId, connectionId, connector, kind: "reconcile", targetId }),
  });
}

/** How many operations have an unknown outcome, measured while there are any. */
export async function measureUnknown(ctx: SystemContext): Promise<void> {
  const EmissionsUnknown = await withSystemTx(ctx, ({ db }) =>
    db.orm.$count(operations, eq(operations.state, "unknown")),
  );
  ctx.log.measure("unknown_emissions", { EmissionsUnknown });
}

/** Drops answers past their term, and what was asked for. The outcomes stay. */
export async function dropExpiredAnswers(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(operations)
      .set({ outcome: null, outcomeExpiresAt: null, asked: null })
      .where(lte(operations.outcomeExpiresAt, ctx.clock.now())),
  );
}

/** Drops files past their term. The operations stay. */
export async function dropExpiredFiles(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm.delete(operationFiles).where(lte(operationFiles.expiresAt, ctx.clock.now())),
  );
}
