import { and, type SQL } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ActTerms, Change } from "../act.ts";
import { operations, type OperationRow } from "../ledger.sql.ts";

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
