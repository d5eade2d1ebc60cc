import * as z from "zod";
import { Fecha, monthOfDay, Periodo } from "#lib/chile/index.ts";
import { portalText } from "#lib/contract/bank/index.ts";
import { Folio, TipoDte } from "#lib/contract/documents/index.ts";
import type { Dataset } from "#lib/contract/index.ts";

export const Operacion = z
  .enum(["compra", "venta"])
  .describe("compra: documentos recibidos; venta: documentos emitidos");
export const Estado = z
  .enum(["REGISTRO", "PENDIENTE", "NO_INCLUIR", "RECLAMADO"])
  .describe("Sección del registro de compras; las ventas no tienen");

const Pesos = z.int().describe("Pesos, siempre positivo: el signo está en efecto");
const TipoDoc = z.int().describe("Código de la autoridad, también los que no conocemos");
const TipoDocNombre = z.string().describe("El código mismo si no conocemos el tipo");
const efecto = z
  .union([z.literal(1), z.literal(-1)])
  .describe("-1 en notas de crédito: restan en los totales");
const rut = z.string().nullable().describe("RUT sin puntos");

const OtroImpuesto = z.strictObject({
  codigo: z.int().describe("Código de la autoridad para el impuesto"),
  tasa: z.number().nullable().describe("Porcentaje: 10 es 10 %; null si el registro no la trae"),
  monto: Pesos,
});

export const DocumentoRcv = z.strictObject({
  id: z.string().describe("Clave natural del documento: la misma aunque cambie de sección"),
  operacion: Operacion,
  periodo: Periodo,
  estado: Estado.nullable(),
  tipoDoc: TipoDoc,
  tipoDocNombre: TipoDocNombre,
  folio: z.int().nullable().describe("null en los resúmenes mensuales, como los de boletas"),
  documentos: z.int().describe("1, o cuántos documentos resume la fila"),
  rutContraparte: rut,
  razonSocial: portalText("Nombre de la contraparte").nullable(),
  fechaEmision: Fecha.nullable(),
  fechaRecepcion: Fecha.nullable(),
  fechaAcuse: Fecha.nullable(),
  fechaReclamo: Fecha.nullable(),
  montoExento: Pesos,
  montoNeto: Pesos,
  montoIva: Pesos,
  montoIvaNoRecuperable: Pesos,
  codigoIvaNoRecuperable: z
    .int()
    .nullable()
    .describe("Por qué ese IVA no da crédito, según la autoridad; null: no aplica"),
  ivaUsoComun: Pesos,
  montoActivoFijo: Pesos,
  ivaActivoFijo: Pesos,
  otrosImpuestos: z.array(OtroImpuesto).describe("Aparte del IVA; vacía si no tiene"),
  montoTotal: Pesos,
  efecto,
});
export type DocumentoRcv = z.infer<typeof DocumentoRcv>;

export const ResumenRcv = z.strictObject({
  operacion: Operacion,
  periodo: Periodo,
  estado: Estado.nullable(),
  tipoDoc: TipoDoc,
  tipoDocNombre: TipoDocNombre,
  documentos: z.int().describe("Cuántos documentos suma la fila"),
  montoExento: Pesos,
  montoNeto: Pesos,
  montoIva: Pesos,
  montoTotal: Pesos,
  efecto,
});
export type ResumenRcv = z.infer<typeof ResumenRcv>;

export const Lado = z
  .enum(["emitidas", "recibidas"])
  .describe("Si son las que emitió o las que recibió");

export const Boleta = z.strictObject({
  lado: Lado,
  folio: z.int().describe("Número que le dio el emisor; otro emisor puede repetirlo"),
  codigoBarras: z.string().describe("Nombra el PDF; dos emisores pueden compartir el folio"),
  fecha: Fecha,
  rutContraparte: rut,
  nombreContraparte: portalText("Nombre de la contraparte"),
  bruto: z.int().describe("Pesos, antes de retener"),
  retencionEmisor: z
    .int()
    .nullable()
    .describe("null en las recibidas: el portal no dice lo que entera el emisor"),
  retencionReceptor: z.int().describe("Pesos que entera el receptor; 0 si no retiene"),
  liquido: z.int().describe("Pesos, después de retener"),
  tasaRetencion: z.number().describe("Porcentaje vigente en la fecha de la boleta: 15.25"),
  estado: z
    .enum(["VIGENTE", "VIGENTE_ANULACION_PENDIENTE", "ANULADA"])
    .describe("VIGENTE_ANULACION_PENDIENTE: el receptor aún no responde; sigue vigente"),
  fechaAnulacion: Fecha.nullable(),
  observada: z
    .boolean()
    .nullable()
    .describe("El receptor la observó; null en lecturas anteriores a este dato"),
  sociedadProfesional: z
    .boolean()
    .nullable()
    .describe(
      "El emisor es una sociedad de profesionales; null en lecturas anteriores a este dato",
    ),
});
export type Boleta = z.infer<typeof Boleta>;

export const DteEmitido = z.strictObject({
  tipoDte: z.int().describe("33 factura, 34 exenta, 39 y 41 boletas, 52 guía, 56 y 61 notas"),
  folio: Folio,
  fecha: Fecha,
  rutContraparte: rut,
  razonSocial: portalText("Nombre del receptor"),
  montoTotal: z.int().describe("Pesos, con IVA"),
  estado: portalText("Estado como lo nombra el portal"),
  anuladoPor: z
    .strictObject({ tipoDte: TipoDte, folio: Folio })
    .nullable()
    .describe("La nota de crédito que lo anula; null si el portal no muestra ninguna"),
});
export type DteEmitido = z.infer<typeof DteEmitido>;

const newest = { readAtField: "ultimaLecturaEn", order: "newest_first" } as const;

const padded = (folio: number | null): string => String(folio ?? 0).padStart(12, "0");

/** A document's section is not part of its key: a document that moves is updated. */
export function rcvKey(
  row: Pick<DocumentoRcv, "operacion" | "tipoDoc" | "folio" | "rutContraparte" | "periodo"> & {
    estado: string | null;
  },
): string {
  const { operacion, tipoDoc, folio, rutContraparte, periodo, estado } = row;
  if (folio === null) return `${operacion}|${tipoDoc}|${periodo}|${estado ?? ""}`;
  return `${operacion}|${tipoDoc}|${folio}|${rutContraparte ?? ""}`;
}

export const rcv: Dataset<DocumentoRcv> = {
  ...newest,
  id: "tributario.rcv",
  list: "documentos",
  row: DocumentoRcv,
  key: (row) => row.id,
  sortKey: (row) =>
    `${row.operacion}|${row.periodo}|${row.fechaEmision ?? ""}|${row.tipoDoc}|${padded(row.folio)}|${row.rutContraparte ?? ""}`,
  periodo: (row) => row.periodo,
  account: () => null,
};

export const rcvResumen: Dataset<ResumenRcv> = {
  ...newest,
  id: "tributario.rcv_resumen",
  list: "resumen",
  row: ResumenRcv,
  order: "ascending",
  key: (row) => `${row.operacion}|${row.periodo}|${row.estado ?? ""}|${row.tipoDoc}`,
  sortKey: (row) =>
    `${row.operacion}|${row.periodo}|${row.estado ?? ""}|${String(row.tipoDoc).padStart(4, "0")}`,
  periodo: (row) => row.periodo,
  account: () => null,
  // A type whose last document moved on no longer has a line.
  unseen: "dropped",
};

/** Issued receipts stay: annulled ones are listed too, and the list may lag behind. */
export const boletas: Dataset<Boleta> = {
  ...newest,
  id: "tributario.boletas",
  list: "boletas",
  row: Boleta,
  key: (row) => `${row.lado}|${row.codigoBarras}`,
  sortKey: (row) =>
    `${row.lado}|${monthOfDay(row.fecha)}|${row.fecha}|${padded(row.folio)}|${row.codigoBarras}`,
  periodo: (row) => monthOfDay(row.fecha),
  account: () => null,
  unseen: "stays",
};

export const dte: Dataset<DteEmitido> = {
  ...newest,
  id: "tributario.dte",
  list: "documentos",
  row: DteEmitido,
  key: (row) => `${row.tipoDte}|${row.folio}`,
  sortKey: (row) => `${row.fecha}|${row.tipoDte}|${padded(row.folio)}`,
  periodo: (row) => monthOfDay(row.fecha),
  account: () => null,
  unseen: "stays",
};
