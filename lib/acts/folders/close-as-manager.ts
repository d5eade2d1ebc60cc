import { and, eq } from "drizzle-orm";
import { lockConnections } from "#lib/connections/index.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { requireRole } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { beginToClose, closeNext } from "./closing.ts";
import { requireClosable } from "./require-closable.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

/**
 * For an owner or admin, whichever credential requested it. Our copy goes at once; housekeeping's
 * next run visits the portal, even when an earlier try is due later.
 */
export function closeAsManager(ctx: Context, id: string): Promise<void> {
  return withTx(ctx, async (tx) => {
    await requireRole(tx, ["owner", "admin"]);
    const found = await find(tx, id);
    await lockConnections(tx, [found.connectionId]);
    // In its present state: it may have changed between the lookup and the lock.
    const row = await find(tx, id, { isLocked: true });
    requireClosable(tx, row);
    if (row.state === "cerrada") return;
    await beginToClose(tx, row);
    await closeNext(tx, row.id);
  });
}

async function find(
  { db, organization }: InTransaction<Context>,
  id: string,
  { isLocked = false } = {},
): Promise<FolderRequestRow> {
  const query = db.orm
    .select()
    .from(taxFolderRequests)
    .where(
      and(eq(taxFolderRequests.organizationId, organization.id), eq(taxFolderRequests.id, id)),
    );
  const [row] = await (isLocked ? query.for("update") : query);
  if (row === undefined) throw new AppError("collection_not_found");
  return row;
}
