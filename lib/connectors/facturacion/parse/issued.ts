import * as z from "zod";
import { parseAnswer, unknownShape } from "#lib/contract/bank/index.ts";
import {
  acceptanceStates,
  toRecord,
  type InvoicedDocument,
  type WholeInvoicedDocument,
} from "#lib/contract/index.ts";
import { documentos, type Documento } from "../store.ts";
import { parseDocument } from "./documents.ts";

const Texto = z.string().nullable();

const Entero = z.looseObject({
  receptor: z.looseObject({
    rut: z.string(),
    razon_social: z.string(),
    giro: Texto,
    direccion: Texto,
    comuna: Texto,
    ciudad: Texto,
  }),
  referencias: z.array(
    z.looseObject({ tipo: z.string(), folio: z.string(), codigo: z.int().nullable() }),
  ),
});

const Respondido = z.looseObject({
  autoridad: z.looseObject({ estado: z.enum(acceptanceStates) }),
});

/** A document that this company issued; null for a draft, and for a received one. */
export function issuedOf(document: Documento, printed: unknown): InvoicedDocument | null {
  const { lado, folio } = document;
  if (lado !== "emitidos" || folio === null) return null;
  const { montoNeto: neto, montoExento: exento, montoIva: iva, montoTotal: total } = document;
  return {
    id: document.id,
    tipoDte: document.tipoDte,
    folio,
    fecha: document.fechaEmision,
    receptorRut: document.rutReceptor,
    totales: { neto, exento, iva, total },
    referencia: document.referencia,
    trackId: document.trackId,
    acceptance: acceptanceOf(document, printed),
    isAnnulled: document.estado === "anulado",
    kept: { dataset: documentos.id, record: toRecord(documentos, document) },
  };
}

/** The authority's answer itself: a later note changes the document's state, but not this. */
function acceptanceOf(
  { estadoAutoridadEn }: Documento,
  printed: unknown,
): InvoicedDocument["acceptance"] {
  const at = estadoAutoridadEn === null ? null : new Date(estadoAutoridadEn);
  return { state: parseAnswer(Respondido, printed).autoridad.estado, at };
}

/** One document with all its parts. */
export function parseWholeDocument(answer: unknown): WholeInvoicedDocument | null {
  const document = parseDocument(answer);
  if (document === null) throw unknownShape("a document that cannot be read");
  const issued = issuedOf(document, answer);
  if (issued === null) return null;
  const { receptor, referencias } = parseAnswer(Entero, answer);
  const { giro, direccion, comuna, ciudad } = receptor;
  return {
    ...issued,
    receptor: {
      rut: document.rutReceptor,
      razonSocial: receptor.razon_social,
      giro: giro ?? "",
      direccion: direccion ?? "",
      comuna: comuna ?? "",
      ciudad: ciudad ?? "",
    },
    corrects: referencias.flatMap(({ tipo, folio, codigo }) =>
      codigo === null ? [] : [{ tipoDte: Number(tipo), folio, codigo }],
    ),
  };
}
