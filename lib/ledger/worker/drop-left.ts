import { and, eq, gte, inArray, ne, notExists, sql } from "drizzle-orm";
import { withSystemTx } from "#lib/db/context.ts";
import { JobTakenOver, type ClaimedJob, type WorkerContext } from "#lib/jobs/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { firstIdAt } from "#lib/kernel/ids.ts";
import type { ActVisit, Order } from "../act.ts";
import { recordStep } from "../operation/evidence.ts";
import { operationEvidence, operations, type OperationRow } from "../ledger.sql.ts";
import { notesOf } from "./ask-once.ts";

/** Anything left for longer has been seen and kept by a person. */
const backMs = 7 * dayMs;
/** Per visit, which has its own work to do. */
const most = 5;
/** Marks an operation whose leftovers were searched for: a step recorded once. */
const searched = "left_looked_for";

/**
 * An operation given up with its worker, or without one, could not remove what it had made: its
 * connection's next visit does. A failure holds nothing back, and is retried by the visit after it.
 */
export async function dropLeft(
  ctx: WorkerContext,
  job: ClaimedJob,
  { row, order, at }: { row: OperationRow; order: Order; at: ActVisit },
): Promise<void> {
  if (order.dropLeft === undefined) return;
  for (const id of await leftBy(ctx, row)) {
    // Recorded under the other operation, and only while this job is held.
    const ofLeft = { ...job, targetId: id };
    try {
      await order.dropLeft({ ...at, ...notesOf(ctx, ofLeft) }, id);
      await recordStep(ctx, ofLeft, searched);
    } catch (error) {
      if (error instanceof JobTakenOver) throw error;
      ctx.log.warn("emission.not_dropped", { job: job.id, error });
    }
  }
}

/** Released before any barrier, so that nobody sends anything of it any more. */
async function leftBy(ctx: WorkerContext, row: OperationRow): Promise<string[]> {
  const since = new Date(ctx.clock.now().getTime() - backMs);
  const rows = await withSystemTx(ctx, ({ db }) => {
    const passed = db.orm
      .select({ one: sql`1` })
      .from(operationEvidence)
      .where(
        and(
          eq(operationEvidence.operationId, operations.id),
          inArray(operationEvidence.step, ["send", searched]),
        ),
      );
    return db.orm
      .select({ id: operations.id })
      .from(operations)
      .where(
        and(
          eq(operations.organizationId, row.organizationId),
          gte(operations.id, firstIdAt("oper", since)),
          ne(operations.id, row.id),
          eq(operations.connectionId, row.connectionId),
          eq(operations.kind, row.kind),
          eq(operations.state, "released"),
          notExists(passed),
        ),
      )
      .limit(most);
  });
  return rows.map(({ id }) => id);
}
