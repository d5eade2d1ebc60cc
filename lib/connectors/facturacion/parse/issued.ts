import * as z from "zod";
import { parseAnswer, unknownShape } from "#lib/contract/bank/index.ts";
import {
  toRecord,
  type AcceptanceState,
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

/** One that this company issued; null for a draft, and for what came in. */
export function issuedOf(document: Documento): InvoicedDocument | null {
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
    acceptance: acceptanceOf(document),
    isAnnulled: document.estado === "anulado",
    kept: { dataset: documentos.id, record: toRecord(documentos, document) },
  };
}

/** One that was annulled since had been taken by the authority before. */
function acceptanceOf({ estado, estadoAutoridadEn }: Documento): InvoicedDocument["acceptance"] {
  const at = estadoAutoridadEn === null ? null : new Date(estadoAutoridadEn);
  return { state: stateOf(estado, at), at };
}

function stateOf(estado: Documento["estado"], at: Date | null): AcceptanceState {
  switch (estado) {
    case "aceptado":
    case "reparos":
    case "rechazado":
      return estado;
    case "anulado":
      return at === null ? "pendiente" : "aceptado";
    case "emitido":
    case "borrador":
      return "pendiente";
  }
}

/** One document, whole. */
export function parseWholeDocument(answer: unknown): WholeInvoicedDocument | null {
  const document = parseDocument(answer);
  if (document === null) throw unknownShape("a document that cannot be read");
  const issued = issuedOf(document);
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
    annuls: referencias.flatMap(({ tipo, folio, codigo }) =>
      codigo === 1 ? [{ tipoDte: Number(tipo), folio }] : [],
    ),
  };
}
