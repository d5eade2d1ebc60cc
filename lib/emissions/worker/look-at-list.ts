import { withSystemTx } from "#lib/db/context.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import type { Emitter, IssuedDocument } from "#lib/contract/index.ts";
import { recordFinding } from "../evidence.ts";
import type { Outcome } from "../settle-operation.ts";
import { looksLike, type PreparedDocument } from "../sealed-document.ts";
import type { OperationRow } from "../emissions.sql.ts";
import { attributeDocument } from "./attribute-document.ts";
import { seekersOf } from "./seekers.ts";

interface Look {
  row: OperationRow;
  document: PreparedDocument;
  emitter: Emitter;
}

/**
 * What the authority's list of issued documents makes of the operation. Three ends, each with its
 * proof; whatever has none is unknown, and is looked for again:
 *
 * emitted, "respuesta": the answered folio is listed, looks like the document, and was not known.
 * emitted, "lista": no folio was answered, and one listed document alone can be the operation's. It
 *   may still be somebody else's who made the same by hand, so nothing is claimed of its content.
 *   An annulment also has to be the one that the annulled document itself names.
 * rejected: the portal refused in words that mean it, and the list shows nothing new that looks
 *   like the document. A refusal that the list contradicts proves neither.
 */
export async function lookAtList(
  ctx: WorkerContext,
  job: ClaimedJob,
  { row, document, emitter }: Look,
): Promise<Outcome> {
  const listed = await issuedLike(emitter, document);
  const matching = listed.filter((one) => looksLike(fieldsOf(one)) === row.looksLike);
  const { own, refused, rivals, taken, takenHere } = await withSystemTx(ctx, (tx) =>
    seekersOf(tx, row),
  );
  const free = matching.flatMap(({ folio }) => (taken.has(folio) ? [] : folio));
  const candidates = free.filter((folio) => !own.known.has(folio));
  await recordFinding(ctx, job, {
    listed: listed.length,
    matching: matching.length,
    candidates: matching.filter(({ folio }) => !own.known.has(folio) && !takenHere.has(folio))
      .length,
  });
  if (refused !== null) {
    const isContradicted = candidates.length > 0;
    return isContradicted
      ? { kind: "unknown" }
      : { kind: "rejected", unsigned: refused === "signature" };
  }
  const folio =
    row.target !== null && own.answered === null
      ? attributeDocument(
          own,
          rivals.filter(({ target }) => target === row.target),
          await namedByTarget(emitter, document, free),
        )
      : attributeDocument(own, rivals, free);
  if (folio === null) return { kind: "unknown" };
  return { kind: "emitted", folio, prueba: own.answered === null ? "lista" : "respuesta" };
}

/** Of these credit notes, the one that the annulled document says it was annulled by. */
async function namedByTarget(
  emitter: Emitter,
  { previewed }: PreparedDocument,
  folios: readonly number[],
): Promise<number[]> {
  if (previewed?.anula == null || folios.length === 0) return [];
  const { tipoDte, folio, fecha } = previewed.anula;
  const listed = await emitter.issued({ tipoDte, fecha });
  const note = listed.find((one) => one.folio === folio)?.anuladoPor ?? null;
  return folios.filter((one) => note?.tipoDte === previewed.tipoDte && note.folio === one);
}

export async function issuedLike(
  emitter: Emitter,
  { previewed }: PreparedDocument,
): Promise<IssuedDocument[]> {
  if (previewed === null) throw new TypeError("nothing was previewed");
  const { tipoDte, fechaEmision } = previewed;
  return emitter.issued({ tipoDte, fecha: fechaEmision });
}

export function fieldsOf({ tipoDte, receptorRut, fecha, total }: IssuedDocument) {
  return { tipoDte, receptorRut, fecha, total };
}
