import { and, eq } from "drizzle-orm";
import { ofKnownConnection } from "#lib/db/columns.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

interface Wanted {
  connectionId: string;
  solicitudId: string;
}

/** Its maker's, on its connection: another's is as unknown as none. Locked, to be changed. */
export async function lockOwn(
  tx: InTransaction<Context>,
  { connectionId, solicitudId }: Wanted,
): Promise<FolderRequestRow> {
  const [row] = await tx.db.orm
    .select()
    .from(taxFolderRequests)
    .where(
      and(
        ownedBy(tx),
        eq(taxFolderRequests.connectionId, connectionId),
        eq(taxFolderRequests.id, solicitudId),
      ),
    )
    .for("update");
  if (row === undefined) throw new AppError("collection_not_found");
  return row;
}

/** The condition in every statement that finds a maker's own requests. */
export function ownedBy(ctx: Pick<Context, "organization" | "actor">) {
  return and(
    eq(taxFolderRequests.organizationId, ctx.organization.id),
    eq(taxFolderRequests.actorKind, ctx.actor.kind),
    eq(taxFolderRequests.actorId, ctx.actor.id),
    ofKnownConnection(ctx, taxFolderRequests.connectionId),
  );
}
