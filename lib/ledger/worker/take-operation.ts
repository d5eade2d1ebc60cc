import { and, eq } from "drizzle-orm";
import { withSystemTx, type InTransaction } from "#lib/db/context.ts";
import { JobTakenOver, requireHeld, type ClaimedJob, type WorkerContext } from "#lib/jobs/index.ts";
import { actOf, type Acts, type Change } from "../act.ts";
import { changeOperation } from "../operation/change-operation.ts";
import { operations, type OperationRow } from "../ledger.sql.ts";

type Taken = { kind: "ended" } | { kind: "crossed" } | { kind: "taken"; row: OperationRow };

/**
 * The operation, held by this worker and no later one. One whose barrier was crossed, by any
 * worker, is never sent again: it is unknown until a look tells.
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
      // Due at once: should this worker die too, housekeeping has it looked for.
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
