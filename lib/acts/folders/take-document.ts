import { and, eq, lt, sql } from "drizzle-orm";
import { maxFolderBytes, mostDownloads } from "#lib/contract/index.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { openStored, type FileRef } from "#lib/ledger/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { lockOwn } from "./find-request.ts";
import { documentFileOf } from "./store-document.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

export interface TakenDocument {
  request: FolderRequestRow;
  file: FileRef;
  bytes: Buffer;
  left: number;
}

/** For its maker: one of five times in all. Counted before it is delivered. */
export function takeDocument(
  ctx: Context & { vault: Vault },
  wanted: { connectionId: string; solicitudId: string },
): Promise<TakenDocument> {
  return take(ctx, (tx) => lockOwn(tx, wanted));
}

export async function take(
  ctx: Context & { vault: Vault },
  find: (tx: InTransaction<Context>) => Promise<FolderRequestRow>,
): Promise<TakenDocument> {
  const found = await withTx(ctx, find);
  requireDocument(ctx, found);
  const bytes = await openStored(ctx, documentFileOf(found));
  if (bytes === null) throw new AppError("collection_not_found");
  return withTx(ctx, async (tx) => {
    const [request] = await tx.db.orm
      .update(taxFolderRequests)
      .set({
        downloads: sql`${taxFolderRequests.downloads} + 1`,
        state: "entregada",
        updatedAt: tx.clock.now(),
      })
      .where(
        and(
          eq(taxFolderRequests.id, found.id),
          // It may have been closed, or delivered a fifth time, meanwhile.
          sql`${taxFolderRequests.state} in ('lista', 'entregada')`,
          lt(taxFolderRequests.downloads, mostDownloads),
        ),
      )
      .returning();
    if (request === undefined) throw new AppError("collection_not_found");
    return {
      request,
      file: documentFileOf(request),
      bytes,
      left: mostDownloads - request.downloads,
    };
  });
}

function requireDocument({ clock }: Context, row: FolderRequestRow): void {
  if (row.delivery === "destinatario") throw new AppError("collection_scope_forbidden");
  switch (row.state) {
    case "inconclusa":
      throw new AppError("collection_inconclusive", { details: { solicitudId: row.id } });
    case "vencida":
      throw new AppError("collection_expired");
    case "pendiente":
    case "generando":
    case "rechazada":
      throw new AppError("collection_not_found");
    case "cerrando":
    case "cerrada":
    case "lista":
    case "entregada":
      break;
  }
  if (row.expiresAt <= clock.now()) throw new AppError("collection_expired");
  const failure = failures.find((code) => code === row.reason);
  if (failure !== undefined) throw failureOf(failure);
  if (row.state === "cerrando" || row.state === "cerrada") {
    throw new AppError("collection_not_found");
  }
}

/** The checks that a document may fail: the caller is told which one. */
const failures = [
  "collection_identity_mismatch",
  "collection_document_invalid",
  "collection_document_too_large",
] as const;

function failureOf(code: (typeof failures)[number]): AppError {
  if (code !== "collection_document_too_large") return new AppError(code);
  return new AppError(code, { details: { limitBytes: maxFolderBytes } });
}
