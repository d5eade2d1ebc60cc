import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { releaseOperationKey } from "#lib/idempotency/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { ActTerms, Change } from "../act.ts";
import { type OperationRow, operations } from "../ledger.sql.ts";
import { keptUntil } from "./operation-answer.ts";

/**
 * The only way for an operation's state to change: its act is called in the same transaction. Null
 * when `where` no longer holds, and nothing has changed.
 */
export async function changeOperation(
  tx: InTransaction<SystemContext>,
  terms: ActTerms,
  {
    where,
    change,
    set = {},
  }: { where: SQL[]; change: Change; set?: Partial<typeof operations.$inferInsert> },
): Promise<OperationRow | null> {
  const [row] = await tx.db.orm
    .update(operations)
    .set({ ...set, state: change.state })
    .where(and(...where))
    .returning();
  if (row === undefined) return null;
  await terms.changed?.(tx, row, change);
  return row;
}

/**
 * Nothing happened outside: the preparation can be used again, and the key too. An operation with a
 * request keeps its key, under which the request then says that it was given up.
 */
export async function releaseOperation(
  tx: InTransaction<SystemContext>,
  terms: ActTerms,
  { id, token }: Pick<OperationRow, "id" | "token">,
  { error, details = null }: { error: AppError; details?: Buffer | null },
): Promise<boolean> {
  const finishedAt = tx.clock.now();
  const released = await changeOperation(tx, terms, {
    where: [
      eq(operations.id, id),
      eq(operations.token, token),
      inArray(operations.state, ["queued", "running"]),
      isNull(operations.barrierAt),
    ],
    change: { state: "released", error },
    set: {
      errorCode: error.code,
      outcome: details,
      outcomeExpiresAt: details === null ? null : keptUntil(finishedAt),
      asked: null,
      finishedAt,
    },
  });
  if (released === null) return false;
  const { organizationId, id: operationId, idempotencyKey: key } = released;
  if (terms.answers === "outcome")
    await releaseOperationKey(tx, { organizationId, operationId, key });
  tx.log.measure("emission", { outcome: "released", Emissions: 1 });
  return true;
}
