import { and, eq, gt, isNotNull, isNull, ne } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { isDone, operations, preparations } from "#lib/ledger/ledger.sql.ts";
import { receiptTypes } from "./document-totals.ts";

/** Allows one annulment of a document at a time, and none of an annulled one. */
export async function checkAnnulment(
  tx: InTransaction<Context>,
  connectionId: string,
  target: string,
): Promise<void> {
  await checkOwnReceipt(tx, connectionId, target);
  const annulment = await annulmentOf(tx, connectionId, target);
  if (annulment !== null) throw annulment;
  const [prepared] = await tx.db.orm
    .select({ id: preparations.id })
    .from(preparations)
    .where(
      and(
        eq(preparations.organizationId, tx.organization.id),
        eq(preparations.connectionId, connectionId),
        eq(preparations.target, target),
        ne(preparations.state, "consumed"),
        // One that the portal never prepared blocks no other.
        isNotNull(preparations.documentHash),
        // Nor does one that a person rejected: nobody can issue it.
        isNull(preparations.rejectedBy),
        gt(preparations.expiresAt, tx.clock.now()),
      ),
    );
  if (prepared === undefined) return;
  throw new AppError("tributario_anulacion_en_curso", { details: { previewRef: prepared.id } });
}

/** The error for another annulment of the document, when one was or may have been issued. */
export async function annulmentOf(
  tx: InTransaction<Context>,
  connectionId: string,
  target: string,
): Promise<AppError | null> {
  const [annulment] = await tx.db.orm
    .select({ id: operations.id, state: operations.state, folio: operations.folio })
    .from(operations)
    .where(
      and(
        eq(operations.organizationId, tx.organization.id),
        eq(operations.connectionId, connectionId),
        eq(operations.target, target),
        ne(operations.state, "released"),
        ne(operations.state, "rejected"),
      ),
    );
  if (annulment === undefined) return null;
  const { id: operacionId, state, folio } = annulment;
  if (state !== "done") {
    return new AppError("tributario_anulacion_en_curso", { details: { operacionId } });
  }
  return new AppError("tributario_anulacion_ya_emitida", {
    details: { notaCredito: { tipoDte: 61, folio }, operacionId },
  });
}

/** A receipt can only be annulled if this service issued it on this connection. */
async function checkOwnReceipt(
  tx: InTransaction<Context>,
  connectionId: string,
  target: string,
): Promise<void> {
  const [tipoDte = 0, folio = 0] = target.split("|").map(Number);
  if (!receiptTypes.has(tipoDte)) return;
  // No document has an invalid number as its folio.
  const own = Number.isSafeInteger(folio)
    ? await tx.db.orm.$count(
        operations,
        and(
          eq(operations.organizationId, tx.organization.id),
          eq(operations.connectionId, connectionId),
          eq(operations.tipoDte, tipoDte),
          eq(operations.folio, folio),
          isDone,
        ),
      )
    : 0;
  if (own === 0) throw new AppError("tributario_anulacion_documento_no_encontrado");
}
