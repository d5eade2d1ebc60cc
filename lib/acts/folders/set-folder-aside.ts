import { and, eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { requireRole } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { setAside } from "#lib/ledger/index.ts";
import { taxFolderRequests } from "./tax-folders.sql.ts";

/**
 * For an owner or admin: others may be requested again, although it is unknown whether this one was
 * made. It is looked for as before, and closed like any other once it shows.
 */
export function setFolderAside(ctx: Context, id: string): Promise<void> {
  return withTx(ctx, async (tx) => {
    await requireRole(tx, ["owner", "admin"]);
    const [row] = await tx.db.orm
      .select({ operationId: taxFolderRequests.operationId })
      .from(taxFolderRequests)
      .where(
        and(eq(taxFolderRequests.organizationId, tx.organization.id), eq(taxFolderRequests.id, id)),
      );
    if (row === undefined) throw new AppError("collection_not_found");
    if (!(await setAside(tx, row.operationId))) {
      throw new AppError("collection_inconclusive", { details: { solicitudId: id } });
    }
  });
}
