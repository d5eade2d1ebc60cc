import { and, desc, eq, lt } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { namesOfActors, requireReader } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { mayBeSetAside } from "#lib/ledger/index.ts";
import { operations } from "#lib/ledger/ledger.sql.ts";
import type { Vault } from "#lib/vault/index.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import type { FolderState } from "./folder-request.ts";
import { recipientsOf, type Recipients } from "./recipients.ts";
import { areFoldersOn } from "./settings.ts";
import { take, type TakenDocument } from "./take-document.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

/** A request as the organization's owners and admins see it. */
export interface ShownFolder {
  request: FolderRequestRow;
  company: string;
  /** The display name of the person or key that asked for it; null when that is gone. */
  asker: string | null;
  /** Since when a person has gone on although it is unknown whether it was made. */
  setAsideAt: Date | null;
  mayBeSetAside: boolean;
}

interface FolderQuery {
  place: readonly string[] | null;
  state: FolderState | null;
  limit: number;
}

/** All of the organization's, newest first: for owners and admins. */
export async function listFolders(
  ctx: Context,
  { place, state, limit }: FolderQuery,
): Promise<{ folders: ShownFolder[]; next: readonly string[] | null }> {
  const before = place?.[0];
  const rows = await withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    return select(tx)
      .where(
        and(
          own(tx),
          state === null ? undefined : eq(taxFolderRequests.state, state),
          before === undefined ? undefined : lt(taxFolderRequests.id, before),
        ),
      )
      .orderBy(desc(taxFolderRequests.id))
      .limit(limit + 1);
  });
  const { page, last } = pageOf(rows, limit);
  return { folders: await named(ctx, page), next: last === null ? null : [last.request.id] };
}

/** One of them; null if it is not the organization's. */
export async function showFolder(ctx: Context, id: string): Promise<ShownFolder | null> {
  const rows = await withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    return select(tx).where(and(own(tx), eq(taxFolderRequests.id, id)));
  });
  const [found] = await named(ctx, rows);
  return found ?? null;
}

/** For an owner or admin; it counts among the five times like any other. */
export function takeAsManager(ctx: Context & { vault: Vault }, id: string): Promise<TakenDocument> {
  return take(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    const [row] = await tx.db.orm
      .select()
      .from(taxFolderRequests)
      .where(and(own(tx), eq(taxFolderRequests.id, id)));
    if (row === undefined) throw new AppError("collection_not_found");
    return row;
  });
}

export interface FolderSettings extends Recipients {
  on: boolean;
  /** The display name of the person or key that proposed the waiting one. */
  proposer: string | null;
}

/** Whether folders are generated, for whom, and who is proposed: every member may see it. */
export async function folderSettings(ctx: Context): Promise<FolderSettings> {
  const settings = await withTx(ctx, async (tx) => ({
    on: await areFoldersOn(tx),
    ...(await recipientsOf(tx)),
  }));
  const { proposed } = settings;
  const names = await namesOfActors(ctx, proposed === null ? [] : [proposed.actorId]);
  return { ...settings, proposer: names.get(proposed?.actorId ?? "") ?? null };
}

function select({ db }: InTransaction<Context>) {
  return db.orm
    .select({
      request: taxFolderRequests,
      company: connections.nombre,
      setAsideAt: operations.setAsideAt,
      mayBeSetAside,
    })
    .from(taxFolderRequests)
    .innerJoin(operations, eq(operations.id, taxFolderRequests.operationId))
    .innerJoin(connections, eq(connections.id, taxFolderRequests.connectionId))
    .$dynamic();
}

function own({ organization }: Pick<Context, "organization">) {
  return eq(taxFolderRequests.organizationId, organization.id);
}

async function named(
  ctx: Context,
  rows: readonly Omit<ShownFolder, "asker">[],
): Promise<ShownFolder[]> {
  const names = await namesOfActors(
    ctx,
    rows.map(({ request }) => request.actorId),
  );
  return rows.map((row) => ({ ...row, asker: names.get(row.request.actorId) ?? null }));
}
