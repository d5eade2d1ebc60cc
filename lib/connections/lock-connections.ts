import { asc, inArray } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { connections } from "./connections.sql.ts";

/**
 * Held until the transaction ends. Everybody locks in one order: connections by id, then a job,
 * then what belongs to it. Weaker than `for update`, so rows that refer to a connection can be
 * inserted.
 */
export async function lockConnections(
  tx: Pick<InTransaction<SystemContext>, "db">,
  ids: readonly string[],
): Promise<void> {
  await tx.db.orm
    .select({ id: connections.id })
    .from(connections)
    .where(inArray(connections.id, [...ids]))
    .orderBy(asc(connections.id))
    .for("no key update");
}
