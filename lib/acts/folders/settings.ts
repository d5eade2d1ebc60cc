import { eq } from "drizzle-orm";
import { actorRow } from "#lib/db/actors.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { requireRole } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { taxFolderSettings } from "./tax-folders.sql.ts";

/** Whether the organization allows folders to be generated. */
export async function areFoldersOn({
  db,
  organization,
}: InTransaction<Pick<Context, "db" | "organization">>): Promise<boolean> {
  const [row] = await db.orm
    .select({ enabled: taxFolderSettings.enabled })
    .from(taxFolderSettings)
    .where(eq(taxFolderSettings.organizationId, organization.id));
  return row?.enabled === true;
}

export async function requireFoldersOn(tx: InTransaction<Context>): Promise<void> {
  if (!(await areFoldersOn(tx))) throw new AppError("collection_not_enabled");
}

/** For an owner or admin, or the operator. Folders already generated stay as they are. */
export function turnFolders(ctx: Context, { on }: { on: boolean }): Promise<void> {
  return withTx(ctx, async (tx) => {
    await requireRole(tx, ["owner", "admin"]);
    const row = { enabled: on, ...actorRow(tx.actor), updatedAt: tx.clock.now() };
    await tx.db.orm
      .insert(taxFolderSettings)
      .values({ organizationId: tx.organization.id, ...row })
      .onConflictDoUpdate({ target: taxFolderSettings.organizationId, set: row });
  });
}
