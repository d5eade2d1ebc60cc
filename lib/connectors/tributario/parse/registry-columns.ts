import { rowsOf, type PrintedTable } from "#lib/contract/bank/index.ts";
import type { Section } from "./registry-summary.ts";

const shared = {
  tipo: "Tipo Doc",
  razonSocial: "Razon Social",
  folio: "Folio",
  fecha: "Fecha Docto",
  recepcion: "Fecha Recepcion",
  exento: "Monto Exento",
  neto: "Monto Neto",
} as const;

const purchase = {
  ...shared,
  rut: "RUT Proveedor",
  iva: "Monto IVA Recuperable",
  noRecuperable: "Monto Iva No Recuperable",
  codigoNoRecuperable: "Codigo IVA No Rec.",
  total: "Monto Total",
  activoFijo: "Monto Neto Activo Fijo",
  ivaActivoFijo: "IVA Activo Fijo",
  usoComun: "IVA uso Comun",
  otroCodigo: "Codigo Otro Impuesto",
  otroValor: "Valor Otro Impuesto",
  otroTasa: "Tasa Otro Impuesto",
} as const;

const sale = {
  ...shared,
  rut: "Rut cliente",
  acuse: "Fecha Acuse Recibo",
  reclamo: "Fecha Reclamo",
  iva: "Monto IVA",
  total: "Monto total",
  otroCodigo: "Codigo Otro Imp.",
  otroValor: "Valor Otro Imp.",
  otroTasa: "Tasa Otro Imp.",
} as const;

const acknowledged = { ...purchase, acuse: "Fecha Acuse" } as const;
const claimed = { ...purchase, reclamo: "Fecha Reclamo" } as const;

/** Columns that a section's file does not have at all. */
const absent = {
  acuse: "",
  reclamo: "",
  noRecuperable: "",
  codigoNoRecuperable: "",
  activoFijo: "",
  ivaActivoFijo: "",
  usoComun: "",
};

export type RegistryCells = typeof absent &
  Record<Exclude<keyof typeof purchase, keyof typeof absent>, string>;

/** The lines of a section's file by column. A missing column is never taken for an empty one. */
export function registryColumns(table: PrintedTable, section: Section): (RegistryCells | null)[] {
  return read(table, section).map((cells) => (cells === null ? null : { ...absent, ...cells }));
}

function read(table: PrintedTable, { operacion, estado }: Section) {
  if (operacion === "venta") return rowsOf(table, sale);
  if (estado === "PENDIENTE") return rowsOf(table, purchase);
  return estado === "RECLAMADO" ? rowsOf(table, claimed) : rowsOf(table, acknowledged);
}
