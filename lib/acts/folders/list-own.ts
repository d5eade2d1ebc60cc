import { and, desc, eq, lt } from "drizzle-orm";
import { usualPageSize } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { pageOf, type Cursors } from "#lib/kernel/cursor.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { ownedBy } from "./find-request.ts";
import { toRequest } from "./request-answer.ts";
import { taxFolderRequests } from "./tax-folders.sql.ts";
import type { FolderList, FolderRequestAnswer } from "./folder-request.ts";

/** The caller's own requests of a connection, newest first. */
export async function listOwn(
  ctx: Context & { cursors: Cursors },
  connectionId: string,
  { solicitudId, estado, limit = usualPageSize, cursor }: FolderList,
): Promise<{ solicitudes: FolderRequestAnswer[]; cursor: string | null }> {
  const list = ["tax_folders", ctx.organization.id, connectionId, { solicitudId, estado }];
  const [before] = cursor === undefined ? [] : ctx.cursors.read(list, cursor);
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(taxFolderRequests)
      .where(
        and(
          ownedBy(ctx),
          eq(taxFolderRequests.connectionId, connectionId),
          solicitudId === undefined ? undefined : eq(taxFolderRequests.id, solicitudId),
          estado === undefined ? undefined : eq(taxFolderRequests.state, estado),
          before === undefined ? undefined : lt(taxFolderRequests.id, before),
        ),
      )
      .orderBy(desc(taxFolderRequests.id))
      .limit(limit + 1),
  );
  if (solicitudId !== undefined && estado === undefined && rows.length === 0) {
    throw new AppError("collection_not_found");
  }
  const { page, last } = pageOf(rows, limit);
  return {
    solicitudes: page.map(toRequest),
    cursor: last === null ? null : ctx.cursors.make(list, [last.id]),
  };
}
