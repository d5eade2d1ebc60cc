import { and, desc, eq, inArray, or } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { DteTotals, EmittedHere } from "#lib/contract/index.ts";
import type { SealedPlace, Vault } from "#lib/vault/index.ts";
import { operations, preparations, type OperationRow } from "./emissions.sql.ts";
import { evidenceOf } from "./evidence.ts";
import type { EmissionContext, EmittingConnection } from "./prepare-document.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import { startJob } from "#lib/jobs/index.ts";
import { checkWaiting } from "./check-waiting.ts";
import { waitForVisit } from "./wait-for-visit.ts";

export interface FoundOperation {
  row: OperationRow;
  totals: DteTotals | null;
  evidence: Awaited<ReturnType<typeof evidenceOf>>;
}

/** By its own id or by the caller's key: of several attempts under a key, the latest. */
export async function findOperation(ctx: Context, idOrKey: string): Promise<FoundOperation> {
  const found = await withTx(ctx, async (tx) => {
    const [row] = await tx.db.orm
      .select({ row: operations, totals: preparations.totals })
      .from(operations)
      .innerJoin(preparations, eq(preparations.id, operations.preparationId))
      .where(
        and(
          eq(operations.organizationId, ctx.organization.id),
          or(eq(operations.id, idOrKey), eq(operations.idempotencyKey, idOrKey)),
          ofKnownConnection(ctx, operations.connectionId),
        ),
      )
      .orderBy(desc(operations.createdAt), desc(operations.id))
      .limit(1);
    return row === undefined ? null : { ...row, evidence: await evidenceOf(tx, row.row.id) };
  });
  if (found === null) throw new AppError("tributario_emission_not_found");
  return found;
}

/** An operation of this connection; a stranger's is as unknown as none at all. */
export async function findOwn(
  ctx: Context,
  connectionId: string,
  operacionId: string,
): Promise<FoundOperation> {
  const found = await findOperation(ctx, operacionId);
  if (found.row.id !== operacionId || found.row.connectionId !== connectionId) {
    throw new AppError("tributario_emission_not_found");
  }
  return found;
}

/** Which of these folios, or of these annulled documents, are operations of the connection. */
export async function emittedOf(
  ctx: Context,
  connectionId: string,
  documents: readonly { tipoDte: number; folio: number }[],
): Promise<EmittedHere[]> {
  if (documents.length === 0) return [];
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(operations)
      .where(
        and(
          eq(operations.organizationId, ctx.organization.id),
          eq(operations.connectionId, connectionId),
          eq(operations.state, "emitted"),
          or(
            inArray(
              operations.folio,
              documents.map(({ folio }) => folio),
            ),
            inArray(
              operations.target,
              documents.map(({ tipoDte, folio }) => `${tipoDte}|${folio}`),
            ),
          ),
        ),
      ),
  );
  return rows.flatMap(({ id, tipoDte, folio, target }) =>
    folio === null ? [] : [{ tipoDte, folio, operacionId: id, target }],
  );
}

/** The document's PDF: kept from the first time, fetched from the portal until then if it may be. */
export async function documentPdf(
  ctx: EmissionContext,
  connection: EmittingConnection,
  { operacionId, whyNotFetch }: { operacionId: string; whyNotFetch: AppError | null },
): Promise<{ row: OperationRow; bytes: Buffer }> {
  const { row } = await findOwn(ctx, connection.id, operacionId);
  if (row.state !== "emitted") throw new AppError("tributario_emission_not_found");
  const kept = await openPdf(ctx, row);
  if (kept !== null) return { row, bytes: kept };
  if (whyNotFetch !== null) throw whyNotFetch;
  requireLiveCredential(connection);
  const jobId = await withTx(ctx, async (tx) => {
    await checkWaiting(tx, connection.id);
    return startJob(tx, {
      organizationId: ctx.organization.id,
      connectionId: connection.id,
      connector: connection.connector,
      kind: "pdf",
      targetId: row.id,
      trigger: "manual",
      requestId: ctx.requestId,
      actor: ctx.actor,
    });
  });
  await waitForVisit(ctx, jobId);
  const after = await findOwn(ctx, connection.id, operacionId);
  const bytes = await openPdf(ctx, after.row);
  if (bytes === null) throw new AppError("upstream_unexpected_response");
  return { row: after.row, bytes };
}

async function openPdf(ctx: { vault: Vault }, row: OperationRow): Promise<Buffer | null> {
  return row.pdf === null ? null : ctx.vault.open(pdfPlace(row), row.pdf);
}

export function pdfPlace({ organizationId, id }: OperationRow): SealedPlace {
  return { organizationId, purpose: "answer", table: "operations", column: "pdf", row: id };
}
