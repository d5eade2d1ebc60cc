import type { DocumentRequest, PreviewedDocument } from "#lib/contract/index.ts";
import { hashOf, openOrder } from "#lib/ledger/index.ts";

/** What a preparation of a document stores sealed. */
export interface PreparedDocument {
  request: DocumentRequest;
  previewed: PreviewedDocument | null;
}

export async function openDocument(
  ctx: Parameters<typeof openOrder>[0],
  row: Parameters<typeof openOrder>[1],
): Promise<PreparedDocument> {
  return (await openOrder(ctx, row)) as PreparedDocument;
}

/** Identifies the document as the portal normalised it. */
export function documentHash(previewed: PreviewedDocument): string {
  const { tipoDte, receptorRut, fechaEmision, totales, normalizado } = previewed;
  return hashOf([tipoDte, receptorRut, fechaEmision, totales, normalizado]);
}

/** The search key for the authority's list of issued documents. */
export function likenessOf(document: {
  tipoDte: number;
  receptorRut: string | null;
  fecha: string;
  total: number;
}): string {
  const { tipoDte, receptorRut, fecha, total } = document;
  return hashOf([tipoDte, receptorRut, fecha, total]);
}

export function likenessOfPreviewed({
  tipoDte,
  receptorRut,
  fechaEmision,
  totales,
}: PreviewedDocument): string {
  return likenessOf({ tipoDte, receptorRut, fecha: fechaEmision, total: totales.total });
}
