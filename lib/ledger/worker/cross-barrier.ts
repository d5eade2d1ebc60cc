import { and, eq, isNull, sql } from "drizzle-orm";
import { withSystemTx } from "#lib/db/context.ts";
import { mayEmit, requireMayEmit } from "#lib/operator/index.ts";
import { JobTakenOver, requireHeld, type ClaimedJob, type WorkerContext } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ActTerms } from "../act.ts";
import { changeOperation } from "../operation/change-operation.ts";
import { insertStep } from "../operation/evidence.ts";
import { operations, type OperationRow } from "../ledger.sql.ts";
import { lockAlike, refuseAlike } from "../operation/refuse-alike.ts";
import { isOlder, preparationMinutes } from "../states.ts";

/**
 * The fence: committed before anything is sent, by the one worker that still holds the operation.
 */
export async function crossBarrier(
  ctx: WorkerContext,
  job: ClaimedJob,
  row: OperationRow,
  terms: ActTerms,
): Promise<void> {
  await withSystemTx(ctx, async (tx) => {
    await lockAlike(tx, row);
    await requireHeld(tx, job);
    const barrierAt = tx.clock.now();
    if (isOverdue(row, barrierAt)) throw new AppError(terms.words.overdue);
    await requireMayEmit(tx, row.organizationId);
    await refuseAlike(tx, terms, row, { connections: [row.connectionId] });
    const crossed = await changeOperation(tx, terms, {
      where: [
        eq(operations.id, row.id),
        eq(operations.token, job.token),
        eq(operations.state, "running"),
        isNull(operations.barrierAt),
        sql.raw(mayEmit("operations.organization_id")),
      ],
      change: { state: "crossed" },
      set: { barrierAt },
    });
    if (crossed === null) throw new JobTakenOver();
    await insertStep(tx, job, "send", null);
    row.barrierAt = barrierAt;
  });
}

/** Stores the names of what was listed before, because none of it can be the operation's own. */
export async function recordKnown(
  ctx: WorkerContext,
  job: ClaimedJob,
  row: OperationRow,
  known: string[],
): Promise<void> {
  const knownFolios = known.map(Number).filter(Number.isSafeInteger);
  await withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    const rows = await tx.db.orm
      .update(operations)
      .set({ known, knownFolios })
      .where(and(eq(operations.id, row.id), eq(operations.token, job.token)))
      .returning({ id: operations.id });
    if (rows.length === 0) throw new JobTakenOver();
  });
  row.known = known;
}

/** Its caller has long stopped waiting, and may have taken another way. */
export function isOverdue({ createdAt }: OperationRow, now: Date): boolean {
  return isOlder(createdAt, preparationMinutes * 60, now);
}
