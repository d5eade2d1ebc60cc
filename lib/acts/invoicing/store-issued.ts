import { and, eq } from "drizzle-orm";
import type { InvoicedDocument } from "#lib/contract/index.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { freeTarget, type OperationRow } from "#lib/ledger/index.ts";
import { storeFound } from "#lib/records/index.ts";
import { nextVisit } from "./next-visit.ts";
import { documentAcceptances } from "./acceptances.sql.ts";

/**
 * The document as its own operation found it, and the one that it annulled: what its act reports
 * once it is done.
 */
export function aboutInvoice(
  issued: InvoicedDocument | undefined,
  reversed: InvoicedDocument | null,
): Record<string, unknown> {
  return issued === undefined ? {} : { issued, reversed };
}

/**
 * Stores what was issued, and what it annulled, among the rows that were read, and schedules reading
 * the authority's answer.
 */
export async function storeIssued(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
  about: Readonly<Record<string, unknown>>,
): Promise<void> {
  const issued = about["issued"] as InvoicedDocument | undefined;
  const reversed = about["reversed"] as InvoicedDocument | null | undefined;
  if (issued === undefined) throw new TypeError("done, and nobody saw the document");
  const now = tx.clock.now();
  const { state, at } = issued.acceptance;
  const { id: operationId, organizationId, connectionId, connector } = row;
  await tx.db.orm
    .insert(documentAcceptances)
    .values({
      operationId,
      organizationId,
      connectionId,
      connector,
      trackId: issued.trackId,
      state,
      answeredAt: at,
      visitAt: state === "pendiente" ? nextVisit(now, now) : null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
  await keepTold(tx, row, issued);
  if (reversed != null) await storeFound(tx, row, reversed.kept);
}

/**
 * Records what a later reading shows, first about the document. The authority's final answer is
 * written once, and nothing replaces it.
 */
export async function storeAcceptance(
  ctx: SystemContext,
  row: OperationRow,
  [issued, ...others]: readonly [InvoicedDocument, ...InvoicedDocument[]],
): Promise<void> {
  const { state, at } = issued.acceptance;
  if (state === "pendiente") return;
  await withSystemTx(ctx, async (tx) => {
    const told = await tx.db.orm
      .update(documentAcceptances)
      .set({ state, answeredAt: at, visitAt: null, updatedAt: tx.clock.now() })
      .where(
        and(
          eq(documentAcceptances.operationId, row.id),
          eq(documentAcceptances.state, "pendiente"),
        ),
      )
      .returning({ id: documentAcceptances.operationId });
    if (told.length === 0) return;
    await keepTold(tx, row, issued);
    for (const other of others) await storeFound(tx, row, other.kept);
  });
}

/** A note that the authority rejected reverses nothing: its document may be annulled again. */
async function keepTold(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
  issued: InvoicedDocument,
): Promise<void> {
  if (issued.acceptance.state === "rechazado") await freeTarget(tx, row);
  await storeFound(tx, row, issued.kept);
}
