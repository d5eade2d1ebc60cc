import { and, asc, eq, isNull } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { isUndecided, operations } from "../ledger.sql.ts";

/**
 * The oldest operation of which it is not known yet whether its document was issued; null when
 * there is none. For a deleted connection nobody will find out.
 */
export async function findOpenOutcome(
  { db }: InTransaction<SystemContext>,
  of: { organizationId: string; connectionId?: string },
): Promise<string | null> {
  const [found] = await db.orm
    .select({ id: operations.id })
    .from(operations)
    .innerJoin(connections, eq(connections.id, operations.connectionId))
    .where(
      and(
        isNull(connections.deletedAt),
        eq(operations.organizationId, of.organizationId),
        of.connectionId === undefined ? undefined : eq(operations.connectionId, of.connectionId),
        isUndecided,
      ),
    )
    .orderBy(asc(operations.id))
    .limit(1);
  return found?.id ?? null;
}
