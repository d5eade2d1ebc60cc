import { companyOf } from "../../generator/companies.ts";
import { santiagoDay, santiagoInstant, santiagoTime } from "../../generator/calendar.ts";
import type { DocumentNow, Draft, Totals } from "./document.ts";
import type { FolioRange, FolioRanges } from "./folio-ranges.ts";

/** `1500` → `"1500.00"`: this provider does not use numbers for money. */
export function decimals(amount: number): string {
  return amount.toFixed(2);
}

/** `2026-11-21T12:00:00-03:00`: local time and offset of Santiago on that day. */
function instant(at: Date): string {
  const wall = `${santiagoDay(at)}T${santiagoTime(at)}`;
  const offset = Math.round((Date.parse(`${wall}Z`) - at.getTime()) / 3_600_000);
  return `${wall}${offset < 0 ? "-" : "+"}${String(Math.abs(offset)).padStart(2, "0")}:00`;
}

export function endOfDay(day: string): string {
  return instant(santiagoInstant(day, "23:59:59"));
}

function amounts({ net, exempt, vat, total }: Totals) {
  return {
    neto: decimals(net),
    exento: decimals(exempt),
    iva: decimals(vat),
    total: decimals(total),
  };
}

/** What is known about a document before it is issued. */
export function printedDraft(draft: Draft) {
  const { counterpart } = draft;
  return {
    tipo: draft.docType,
    fecha_emision: draft.day,
    receptor: {
      rut: counterpart.rut,
      razon_social: counterpart.name,
      giro: counterpart.activity,
      direccion: counterpart.address,
      comuna: counterpart.commune,
      ciudad: counterpart.city,
    },
    moneda: "CLP",
    montos: amounts(draft),
    forma_pago: draft.payment,
    lineas: draft.lines.map((line) => ({
      nombre: line.name,
      descripcion: line.description,
      cantidad: line.quantity,
      unidad: line.unit,
      precio: line.price,
      descuento_pct: line.discountPct,
      exenta: line.exempt,
      monto: decimals(line.amount),
    })),
    referencias: draft.references.map(({ docType, folio, day, code, reason }) => ({
      tipo: docType,
      folio,
      fecha: day,
      codigo: code,
      razon: reason,
    })),
  };
}

/** A row of the list. `isChanged` if `layout_changed` has renamed the amounts. */
export function printedRow(company: string, document: DocumentNow, isChanged = false) {
  const { verdict, counterpart } = document;
  const own = { rut: company, razon_social: companyOf(company).name };
  const other = { rut: counterpart.rut, razon_social: counterpart.name };
  const isIssued = document.side === "emitidos";
  const issuedAt =
    santiagoDay(document.at) === document.day
      ? document.at
      : santiagoInstant(document.day, "12:00:00");
  return {
    id: document.id,
    lado: document.side,
    tipo: document.docType,
    folio: document.folio,
    estado: document.state,
    fecha_emision: instant(issuedAt),
    emisor: isIssued ? own : other,
    receptor: isIssued ? other : own,
    moneda: "CLP",
    [isChanged ? "importes" : "montos"]: amounts(document),
    track_id: document.trackId,
    autoridad: {
      estado: verdict?.word ?? (document.folio === null ? "no_enviado" : "pendiente"),
      respondido_en: verdict ? instant(verdict.at) : null,
      glosa: verdict?.remark ?? null,
    },
    referencia: document.reference,
    pdf: document.folio === null ? null : `documentos/${document.id}/pdf`,
  };
}

/** One complete document, with its lines and all that is known about both sides. */
export function printedDocument(company: string, document: DocumentNow) {
  const row = printedRow(company, document);
  const { receptor, lineas, referencias, forma_pago } = printedDraft(document);
  const whole = document.side === "emitidos" ? { receptor } : { emisor: receptor };
  return { ...row, ...whole, forma_pago, lineas, referencias };
}

export function printedRange(range: FolioRange, folios: FolioRanges) {
  const state = folios.stateOf(range);
  return {
    id: range.id,
    tipo: range.docType,
    desde: range.from,
    hasta: range.to,
    siguiente: state === "vigente" ? range.next : null,
    sin_usar: range.to - range.next + 1,
    autorizado_en: instant(santiagoInstant(range.authorized, "09:30:00")),
    vence_en: range.expires === null ? null : endOfDay(range.expires),
    estado: state,
  };
}
