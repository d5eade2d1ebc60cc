import { and, eq } from "drizzle-orm";
import { withSystemTx } from "#lib/db/context.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import { operations, preparations, type OperationRow, type PreparationRow } from "../ledger.sql.ts";

/** The operation that a job is about. */
export async function operationOf(ctx: WorkerContext, job: ClaimedJob): Promise<OperationRow> {
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(operations)
      .where(
        and(
          eq(operations.organizationId, job.organizationId),
          eq(operations.id, job.targetId ?? ""),
        ),
      ),
  );
  if (row === undefined) throw new TypeError("a job without its operation");
  return row;
}

/** The preparation that an operation came from, or that a job is about. */
export async function preparationOf(
  ctx: WorkerContext,
  { organizationId, preparationId }: Pick<OperationRow, "organizationId" | "preparationId">,
): Promise<PreparationRow> {
  if (preparationId === null) throw new TypeError("an operation without a preparation");
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(preparations)
      .where(
        and(eq(preparations.organizationId, organizationId), eq(preparations.id, preparationId)),
      ),
  );
  if (row === undefined) throw new TypeError("nothing was prepared under this id");
  return row;
}
