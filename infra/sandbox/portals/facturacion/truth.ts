import type { Row, TruthQuery } from "../../system/system.ts";
import type { DocumentNow } from "./document.ts";
import type { Documents } from "./documents.ts";
import type { FolioRange, FolioRanges } from "./folio-ranges.ts";

/** `&lado=` narrows it down. */
export function documentTruth(documents: Documents, { rut, periodo, params }: TruthQuery): Row[] {
  const rows = documents.ofMonth(rut, periodo).map(documentRow);
  return rows.filter(({ lado }) => !params["lado"] || params["lado"] === lado);
}

export function documentRow(one: DocumentNow) {
  return {
    id: one.id,
    lado: one.side,
    tipoDoc: one.docType,
    folio: one.folio,
    rut: one.counterpart.rut,
    razonSocial: one.counterpart.name,
    fecha: one.day,
    neto: one.net,
    exento: one.exempt,
    iva: one.vat,
    total: one.total,
    estado: one.state,
    trackId: one.trackId,
    referencia: one.reference,
    respondidoEn: one.verdict?.at.toISOString() ?? null,
    glosa: one.verdict?.remark ?? null,
  };
}

export function rangeRow(range: FolioRange, folios: FolioRanges) {
  const state = folios.stateOf(range);
  return {
    tipoDoc: range.docType,
    desde: range.from,
    hasta: range.to,
    siguiente: state === "vigente" ? range.next : null,
    autorizado: range.authorized,
    vence: range.expires,
    estado: state,
  };
}
