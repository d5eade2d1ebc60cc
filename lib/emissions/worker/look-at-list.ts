import { withSystemTx } from "../../db/context.ts";
import type { ClaimedJob } from "#lib/jobs/index.ts";
import type { Emitter, IssuedDocument } from "#lib/contract/index.ts";
import { recordFinding } from "../evidence.ts";
import { looksLike, type PreparedDocument } from "../sealed-document.ts";
import type { OperationRow } from "../emissions.sql.ts";
import { attributeDocument } from "./attribute-document.ts";
import type { InvoicerContext } from "./invoicer-context.ts";
import { seekersOf } from "./seekers.ts";

interface Look {
  row: OperationRow;
  document: PreparedDocument;
  emitter: Emitter;
}

/**
 * Looks for the document in the authority's list of issued ones, by type, receiver, date, total,
 * and a folio that was not known before and is no other operation's. Null when it cannot be told.
 */
export async function lookAtList(
  ctx: InvoicerContext,
  job: ClaimedJob,
  { row, document, emitter }: Look,
): Promise<number | null> {
  const listed = await issuedLike(emitter, document);
  const matching = listed.filter((one) => looksLike(fieldsOf(one)) === row.looksLike);
  const { own, rivals, taken } = await withSystemTx(ctx, (tx) => seekersOf(tx, row));
  const free = matching.flatMap(({ folio }) => (taken.has(folio) ? [] : folio));
  await recordFinding(ctx, job, {
    listed: listed.length,
    matching: matching.length,
    candidates: free.filter((folio) => !own.known.has(folio)).length,
  });
  return attributeDocument(own, rivals, free);
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
