import * as z from "zod";
import { displaySigned } from "#lib/chile/index.ts";
import { parseRow } from "#lib/contract/bank/index.ts";
import { type Documento, EstadoDocumento, LadoDocumento } from "../store.ts";
import { Dia, Instante, Parte, Pesos } from "./values.ts";

/** One document of a list, as the system returns it. */
const DocumentoImpreso = z.looseObject({
  id: z.uuid(),
  lado: LadoDocumento,
  tipo: z.int().positive(),
  folio: z.int().positive().nullable(),
  estado: EstadoDocumento,
  fecha_emision: Dia,
  emisor: Parte,
  receptor: Parte,
  moneda: z.literal("CLP"),
  montos: z.looseObject({ neto: Pesos, exento: Pesos, iva: Pesos, total: Pesos }),
  track_id: z.string().nullable(),
  autoridad: z.looseObject({ respondido_en: Instante.nullable(), glosa: z.string().nullable() }),
  referencia: z.string().nullable(),
  pdf: z.string().nullable(),
});
type DocumentoImpreso = z.infer<typeof DocumentoImpreso>;

/**
 * Null when it is not a document of the known shape. Its amounts need not add up: the total also has other taxes, of
 * fuel or drinks, and lacks the tax that a buyer withholds, and the system prints none of these apart.
 */
export function parseDocument(raw: unknown): Documento | null {
  const printed = parseRow(DocumentoImpreso, raw);
  return printed === null ? null : documentOf(printed);
}

function documentOf(printed: DocumentoImpreso): Documento {
  const { id, lado, emisor, receptor, montos, autoridad } = printed;
  const { neto, exento, iva, total } = montos;
  return {
    id,
    lado,
    tipoDte: printed.tipo,
    folio: printed.folio,
    fechaEmision: printed.fecha_emision,
    rutEmisor: emisor.rut,
    rutReceptor: receptor.rut,
    razonSocial: (lado === "emitidos" ? receptor : emisor).razon_social,
    montoNeto: neto,
    montoExento: exento,
    montoIva: iva,
    montoTotal: total,
    display: displaySigned(total, "CLP"),
    estado: printed.estado,
    estadoAutoridadEn: autoridad.respondido_en?.toISOString() ?? null,
    trackId: printed.track_id,
    glosaAutoridad: autoridad.glosa,
    referencia: printed.referencia,
    pdfDisponible: printed.pdf !== null,
  };
}

/** Which of its two companies the account belongs to. */
export function ownRut({ lado, rutEmisor, rutReceptor }: Documento): string {
  return lado === "emitidos" ? rutEmisor : rutReceptor;
}
