import { and, eq, inArray, lte } from "drizzle-orm";
import { type InTransaction, type SystemContext, withSystemTx } from "#lib/db/context.ts";
import { hasNoOpenJob } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { actOf, type Acts, type ActTerms } from "./act.ts";
import { operationFiles, type OperationRow, operations } from "./ledger.sql.ts";
import { changeOperation, releaseOperation } from "./operation/change-operation.ts";

const noJobLeft = hasNoOpenJob(operations.id);

/**
 * Operations whose job ended without them, because its worker died too often. What was not sent is
 * released; what may have been is unknown, and asked for. One that cannot be ended does not affect
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
