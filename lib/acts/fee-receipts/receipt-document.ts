import { and, desc, eq } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  operationFile,
  type ActingConnection,
  type FileRef,
  type LedgerContext,
} from "#lib/ledger/index.ts";
import { operationFiles } from "#lib/ledger/ledger.sql.ts";
import { findRequest, type RequestLine } from "./list-requests.ts";
import { receiptTerms } from "./terms.ts";

interface ReceiptDocument {
  folio: number;
  codigoBarras: string;
  documentVersion: number;
  sha256: string;
  guardadoHasta: string | null;
  file: FileRef;
  bytes: Buffer;
}

interface Wanted {
  solicitudId: string;
  /** What keeps the portal from being asked; a stored PDF is delivered in any case. */
  whyNotFetch: AppError | null;
}

/** The PDF of an issued receipt: as stored, or fetched again when its term is over. */
export async function receiptDocument(
  ctx: LedgerContext,
  connection: ActingConnection,
  { solicitudId, whyNotFetch }: Wanted,
): Promise<ReceiptDocument> {
  const request = await findRequest(ctx, { solicitudId, connectionId: connection.id });
  const { folio, codigoBarras, operacionId, tipo } = request;
  if (tipo !== "emision" || folio === null || codigoBarras === null) {
    throw new AppError("honorarios_request_not_found");
  }
  const open = (version: number, notFetched = whyNotFetch) =>
    operationFile(ctx, receiptTerms, connection, {
      operacionId,
      whyNotFetch: notFetched,
      name: { kind: "pdf", version },
    });
  const version = versionOf(request);
  const { bytes } = await open(version).catch((error: unknown) => {
    // The portal marked it meanwhile, or has not yet: what it had is stored under its own version.
    // If nothing is stored, another visit of this call would not help.
    const isOther = error instanceof AppError && error.code === "upstream_unexpected_response";
    if (!isOther) throw error;
    return open(version === 1 ? 2 : 1, error);
  });
  const kept = await newestKept(ctx, operacionId);
  return {
    folio,
    codigoBarras,
    documentVersion: kept.version,
    sha256: kept.sha256,
    guardadoHasta: kept.expiresAt?.toISOString() ?? null,
    file: { operationId: operacionId, kind: "pdf", version: kept.version },
    bytes,
  };
}

function versionOf({ wantedVersion }: RequestLine): number {
  return wantedVersion === 2 ? 2 : 1;
}

async function newestKept(ctx: LedgerContext, operationId: string) {
  const [kept] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({
        version: operationFiles.version,
        sha256: operationFiles.sha256,
        expiresAt: operationFiles.expiresAt,
      })
      .from(operationFiles)
      .where(
        and(
          eq(operationFiles.organizationId, ctx.organization.id),
          eq(operationFiles.operationId, operationId),
        ),
      )
      .orderBy(desc(operationFiles.version))
      .limit(1),
  );
  if (kept === undefined) throw new AppError("upstream_unexpected_response");
  return kept;
}
