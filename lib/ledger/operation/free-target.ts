import { and, eq } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { isDone, operations, type OperationRow } from "../ledger.sql.ts";

/**
 * What was done turned out to reverse nothing: another operation may reverse the same thing. What
 * it was stays with the preparation.
 */
export async function freeTarget(
  { db }: InTransaction<SystemContext>,
  { id }: Pick<OperationRow, "id">,
): Promise<void> {
  await db.orm
    .update(operations)
    .set({ target: null })
    .where(and(eq(operations.id, id), isDone));
}
