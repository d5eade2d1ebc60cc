import * as z from "zod";
import { Fecha, monthOfDay } from "#lib/chile/index.ts";
import { TipoDte } from "#lib/contract/documents/index.ts";
import { portalText, type Dataset } from "#lib/contract/index.ts";

export const LadoDocumento = z
  .enum(["emitidos", "recibidos"])
  .describe("Si son los que emitió o los que recibió");
export type LadoDocumento = z.infer<typeof LadoDocumento>;

export const EstadoDocumento = z
  .enum(["borrador", "emitido", "aceptado", "reparos", "rechazado", "anulado"])
  .describe(
    "emitido: la autoridad aún no responde; reparos: aceptado con observaciones; rechazado: no vale, y su folio no se usa otra vez",
  );

const Pesos = z.int().describe("Pesos, siempre positivo");
const instante = z.iso.datetime();

export const Documento = z.strictObject({
  id: z.string().describe("Identificador del documento en el sistema de facturación"),
  lado: LadoDocumento,
  tipoDte: z.int().describe("Código del tipo de documento"),
  folio: z.int().nullable().describe("null en un borrador"),
  fechaEmision: Fecha,
  rutEmisor: z.string().describe("Sin puntos; el propio en los emitidos"),
  rutReceptor: z.string().describe("Sin puntos; el propio en los recibidos"),
  razonSocial: portalText("Nombre de la contraparte"),
  montoNeto: Pesos,
  montoExento: Pesos,
  montoIva: Pesos,
  montoTotal: Pesos.describe(
    "Pesos, siempre positivo; con otros impuestos o una retención no es la suma de los demás",
  ),
  display: z.string().describe("Monto total con formato chileno"),
  estado: EstadoDocumento,
  estadoAutoridadEn: instante.nullable().describe("Cuándo respondió la autoridad"),
  trackId: z.string().nullable().describe("Con el que la autoridad lo sigue"),
  glosaAutoridad: portalText("Lo que respondió la autoridad").nullable(),
  referencia: portalText("Referencia de quien lo emitió").nullable(),
  pdfDisponible: z.boolean().describe("true si el sistema ya tiene su PDF"),
});
export type Documento = z.infer<typeof Documento>;

export const RangoFolios = z.strictObject({
  tipoDte: TipoDte,
  desde: z.int().describe("Primer folio autorizado"),
  hasta: z.int().describe("Último folio autorizado, él también"),
  siguiente: z.int().nullable().describe("El próximo folio; lo elige el sistema, nadie más"),
  disponibles: z.int().describe("Los que quedan por usar; 0 si el rango no está vigente"),
  fechaAutorizacion: Fecha,
  fechaVencimiento: Fecha.nullable().describe("null: sin vencimiento"),
  estado: z
    .enum(["vigente", "agotado", "vencido", "anulado"])
    .describe("Solo con un rango vigente se emite; agotado: ya se usaron todos"),
  vigente: z.boolean().describe("true si estado es vigente"),
});
export type RangoFolios = z.infer<typeof RangoFolios>;

const Certificado = z.strictObject({ certificadoVence: Fecha.nullable() });
type Certificado = z.infer<typeof Certificado>;

const padded = (folio: number | null): string => String(folio ?? 0).padStart(12, "0");

export const documentos: Dataset<Documento> = {
  id: "facturacion.documentos",
  list: "documentos",
  row: Documento,
  readAtField: "ultimaLecturaEn",
  order: "newest_first",
  key: (row) => row.id,
  sortKey: (row) =>
    `${row.lado}|${monthOfDay(row.fechaEmision)}|${row.fechaEmision}|${padded(row.folio)}|${row.tipoDte}|${row.id}`,
  periodo: (row) => monthOfDay(row.fechaEmision),
  account: () => null,
};

export const folios: Dataset<RangoFolios> = {
  id: "facturacion.folios",
  list: "folios",
  row: RangoFolios,
  readAtField: "ultimaLecturaEn",
  order: "ascending",
  key: (row) => `${row.tipoDte}|${row.desde}|${row.hasta}`,
  sortKey: (row) =>
    `${String(row.tipoDte).padStart(3, "0")}|${row.fechaAutorizacion}|${padded(row.desde)}`,
  // A current list, not a month's. Authorized ranges stay listed.
  periodo: () => "",
  account: () => null,
  unseen: "stays",
};

export const certificadoKey = "certificado";

/** The expiry date of the company's certificate, one per connection. */
export const certificado: Dataset<Certificado> = {
  id: "facturacion.certificado",
  list: "certificado",
  row: Certificado,
  readAtField: "ultimaLecturaEn",
  order: "ascending",
  key: () => certificadoKey,
  sortKey: () => certificadoKey,
  periodo: () => "",
  account: () => null,
  unseen: "stays",
};
