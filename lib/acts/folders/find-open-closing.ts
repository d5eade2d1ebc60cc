import { and, asc, eq, isNull } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { taxFolderRequests } from "./tax-folders.sql.ts";

/**
 * The operation of the oldest folder that somebody wants closed and whose recipient may still see
 * it; null when there is none. For a deleted connection nobody closes any.
 */
export async function findOpenClosing(
  { db }: Pick<InTransaction<SystemContext>, "db">,
  of: { organizationId: string; connectionId?: string },
): Promise<string | null> {
  const [found] = await db.orm
    .select({ operationId: taxFolderRequests.operationId })
    .from(taxFolderRequests)
    .innerJoin(connections, eq(connections.id, taxFolderRequests.connectionId))
    .where(
      and(
        isNull(connections.deletedAt),
        eq(taxFolderRequests.organizationId, of.organizationId),
        of.connectionId === undefined
          ? undefined
          : eq(taxFolderRequests.connectionId, of.connectionId),
        eq(taxFolderRequests.state, "cerrando"),
      ),
    )
    .orderBy(asc(taxFolderRequests.id))
    .limit(1);
  return found?.operationId ?? null;
}
