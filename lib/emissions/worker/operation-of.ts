import { and, eq } from "drizzle-orm";
import { withSystemTx } from "#lib/db/context.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import {
  operations,
  preparations,
  type OperationRow,
  type PreparationRow,
} from "../emissions.sql.ts";

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

export async function preparationOf(
  ctx: WorkerContext,
  { organizationId, preparationId }: OperationRow,
): Promise<PreparationRow> {
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(preparations)
      .where(
        and(eq(preparations.organizationId, organizationId), eq(preparations.id, preparationId)),
      ),
  );
  if (row === undefined) throw new TypeError("an operation without its preparation");
  return row;
}
