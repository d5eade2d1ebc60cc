import { eq } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import type { Act, ActVisit, OperationRow } from "#lib/ledger/index.ts";
import { closed, stillOpen } from "./closing.ts";
import { foldersOf, folderOrder } from "./order.ts";
import { folderTerms } from "./terms.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

/** The tax folder of a company, as its portal makes it for one recipient. */
export const folderAct: Act = {
  terms: folderTerms,
  place: "carpeta tributaria",
  isPrivate: true,
  knowsItsOwn: true,

  open: async (ctx, row) => folderOrder(ctx, { row, request: await requestOf(ctx, row) }),

  async closing(ctx, row) {
    const { id, code } = await requestOf(ctx, row);
    if (code === null) throw new TypeError("a folder without its code is not closed");
    return {
      visit: (at) => revoke(at, code),
      ended: (tx, isClosed) => (isClosed ? closed(tx, id) : stillOpen(tx, id)),
    };
  },
};

/**
 * The portal's answer is no proof: the list is. One missing from it may be late, which proves
 * nothing.
 */
async function revoke(at: ActVisit, code: string): Promise<boolean> {
  const folders = foldersOf(at);
  await folders.revoke(code);
  crashPoint("folder.after_revoke");
  const listed = await folders.list();
  return listed.some(({ codigo, revocada }) => codigo === code && revocada);
}

async function requestOf(
  ctx: SystemContext,
  { subjectId }: OperationRow,
): Promise<FolderRequestRow> {
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(taxFolderRequests)
      .where(eq(taxFolderRequests.id, subjectId ?? "")),
  );
  if (row === undefined) throw new TypeError("a folder without its request");
  return row;
}
