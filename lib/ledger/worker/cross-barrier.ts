import { and, eq, isNull, sql } from "drizzle-orm";
import { type InTransaction, withSystemTx } from "#lib/db/context.ts";
import { type ClaimedJob, JobTakenOver, requireHeld, type WorkerContext } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { mayEmit, requireMayEmit } from "#lib/operator/index.ts";
import { actOf, type Acts, type ActTerms, type Change } from "../act.ts";
import { type OperationRow, operations } from "../ledger.sql.ts";
import { changeOperation } from "../operation/change-operation.ts";
import { insertStep } from "../operation/evidence.ts";
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
  await withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    const rows = await tx.db.orm
      .update(operations)
      .set({ known })
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

type Taken = { kind: "ended" } | { kind: "crossed" } | { kind: "taken"; row: OperationRow };

/**
 * The operation, held by this worker and no later one. One whose barrier was crossed, by any
 * worker, is never sent again: it is unknown until asking tells.
 */
export function takeOperation(ctx: WorkerContext, acts: Acts, job: ClaimedJob): Promise<Taken> {
  return withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    const mine = [
      eq(operations.organizationId, job.organizationId),
      eq(operations.id, job.targetId ?? ""),
    ];
    const [row] = await tx.db.orm
      .select()
      .from(operations)
      .where(and(...mine))
      .for("update");
    if (row === undefined) throw new TypeError("an emission without its operation");
    if (row.token >= job.token) throw new JobTakenOver();
    return take(tx, acts, job, row);
  });
}

async function take(
  tx: InTransaction<WorkerContext>,
  acts: Acts,
  { token }: ClaimedJob,
  row: OperationRow,
): Promise<Taken> {
  const { terms } = actOf(acts, row);
  const become = (change: Change, set: { lookAgainAt?: Date } = {}) =>
    changeOperation(tx, terms, {
      where: [eq(operations.id, row.id)],
      change,
      set: { token, ...set },
    });
  switch (row.state) {
    case "queued":
    case "running":
      await become({ state: "running" });
      return { kind: "taken", row: { ...row, state: "running", token } };
    case "crossed":
      // Due at once: should this worker die too, housekeeping has it asked for.
      await become({ state: "unknown" }, { lookAgainAt: tx.clock.now() });
      return { kind: "crossed" };
    case "unknown":
      return { kind: "crossed" };
    case "done":
    case "rejected":
    case "released":
      return { kind: "ended" };
  }
}
