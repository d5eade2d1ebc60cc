import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { withSystemTx } from "#lib/db/context.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { storePrivately, type FileRef } from "#lib/ledger/index.ts";
import type { FolderState } from "./folder-request.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

/** A late worker finds the request closed or expired, and stores nothing. */
const expecting: FolderState[] = ["generando", "inconclusa"];

/**
 * Until the request's end, and only if it was to be delivered here too: otherwise only its
 * recipient has it.
 */
export async function keepDocument(
  ctx: WorkerContext,
  request: FolderRequestRow,
  bytes: Buffer,
): Promise<void> {
  if (request.delivery === "destinatario") return;
  const { vault } = ctx;
  await vault.prepare({ organizationId: request.organizationId, purpose: "folder" });
  await withSystemTx(ctx, async (tx) => {
    const changed = await tx.db.orm
      .update(taxFolderRequests)
      .set({
        documentBytes: bytes.length,
        documentSha256: createHash("sha256").update(bytes).digest("hex"),
        updatedAt: tx.clock.now(),
      })
      .where(and(eq(taxFolderRequests.id, request.id), inArray(taxFolderRequests.state, expecting)))
      .returning({ expiresAt: taxFolderRequests.expiresAt });
    const [kept] = changed;
    if (kept === undefined) return;
    await storePrivately({ ...tx, vault }, request.organizationId, {
      ...documentFileOf(request),
      bytes,
      expiresAt: kept.expiresAt,
    });
  });
}

/** Records why there is none, which is the answer to anyone who asks for it. */
export async function noteMissingDocument(
  ctx: WorkerContext,
  request: FolderRequestRow,
  reason: ErrorCode,
): Promise<void> {
  await withSystemTx(ctx, (tx) =>
    tx.db.orm
      .update(taxFolderRequests)
      .set({ reason, updatedAt: tx.clock.now() })
      .where(
        and(eq(taxFolderRequests.id, request.id), inArray(taxFolderRequests.state, expecting)),
      ),
  );
}

export function documentFileOf({ operationId }: Pick<FolderRequestRow, "operationId">): FileRef {
  return { operationId, kind: "carpeta", version: 1 };
}
