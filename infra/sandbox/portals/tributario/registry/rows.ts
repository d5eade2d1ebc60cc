import { z } from "zod";
import { periodOf } from "../../../generator/calendar.ts";
import { companyOf } from "../../../generator/companies.ts";
import { readRut } from "../../../generator/rut.ts";
import { rowKind, type RowKind, type World } from "../../../system/system.ts";
import { WrongCall } from "../../../system/wrong-call.ts";
import { sumOf, vatOf } from "../../../generator/arithmetic.ts";
import { sections, type RegistryDocument } from "./document.ts";
import type { Registry } from "./registry.ts";
import { documentRow } from "./truth.ts";

const takes =
  '{"operacion": "compra"|"venta", "tipoDoc", "folio", "rut", "seccion"?, "fechaAcuse"?, "fechaReclamo"?, …}: a document of the month goes to that section; one that is not there is added, and needs "fecha", "neto" or "exento", and takes every field of truth';

const amount = z.int().nonnegative();
const AddedDocument = z.strictObject({
  operacion: z.enum(["compra", "venta"]),
  tipoDoc: z.int().positive(),
  folio: z.int().min(1).max(10_000_000_000),
  rut: z.string(),
  seccion: z.enum(sections).nullish(),
  razonSocial: z.string().nullish(),
  fecha: z.iso.date().optional(),
  exento: amount.default(0),
  neto: amount.default(0),
  iva: amount.optional(),
  total: amount.optional(),
  documentos: z.literal(1).optional(),
  fechaRecepcion: z.iso.date().nullish(),
  fechaAcuse: z.iso.date().nullish(),
  fechaReclamo: z.iso.date().nullish(),
  ivaNoRecuperable: amount.default(0),
  codigoIvaNoRec: z.int().nullish(),
  ivaUsoComun: amount.default(0),
  activoFijo: amount.default(0),
  ivaActivoFijo: amount.default(0),
  otrosImpuestos: z
    .array(z.strictObject({ codigo: z.int(), tasa: z.number(), valor: amount }))
    .default([]),
});
type AddedDocument = z.infer<typeof AddedDocument>;

/** A document of a month: moved to another section, or added. */
export function registryRows(registry: Registry, world: World): RowKind {
  return rowKind(AddedDocument, takes, (target, row) => {
    const rut = readRut(row.rut);
    if (!rut) throw new WrongCall(`no RUT ${row.rut}`, takes);
    if (row.operacion === "venta" && row.seccion) throw new WrongCall("a sale has none", takes);
    const periodo = target.periodo ?? periodOf(row.fecha ?? world.today());
    const key = { operation: row.operacion, docType: row.tipoDoc, folio: row.folio, rut };
    const change = {
      ...(row.seccion ? { section: row.seccion } : {}),
      ...(row.fechaAcuse !== undefined ? { acceptedDay: row.fechaAcuse } : {}),
      ...(row.fechaReclamo !== undefined ? { claimedDay: row.fechaReclamo } : {}),
      ...(row.razonSocial ? { name: row.razonSocial } : {}),
    };
    if (!registry.change(target.rut, periodo, key, change)) {
      registry.add(target.rut, periodo, documentOf(row, rut, world.today()));
    }
    const found = registry
      .documents(target.rut, row.operacion, periodo)
      .find((one) => one.docType === row.tipoDoc && one.folio === row.folio && one.rut === rut);
    if (!found) throw new Error("a row that was added is not there");
    return documentRow(found);
  });
}

function documentOf(row: AddedDocument, rut: string, today: string): RegistryDocument {
  const { fecha } = row;
  if (!fecha || row.exento + row.neto === 0) {
    throw new WrongCall("a new document needs fecha, and neto or exento", takes);
  }
  if (fecha > today) throw new WrongCall("fecha is in the future", takes);
  const vat = row.iva ?? vatOf(row.neto);
  const otherTaxes = row.otrosImpuestos.map(({ codigo, tasa, valor }) => ({
    code: codigo,
    rate: Math.round(tasa * 10),
    amount: valor,
  }));
  const parts = [row.exento, row.neto, vat, row.ivaNoRecuperable, row.ivaUsoComun];
  return {
    operation: row.operacion,
    section: row.operacion === "compra" ? (row.seccion ?? "PENDIENTE") : null,
    docType: row.tipoDoc,
    folio: row.folio,
    rut,
    name: row.razonSocial ?? companyOf(rut).name,
    day: fecha,
    receivedDay: row.fechaRecepcion ?? fecha,
    acceptedDay: row.fechaAcuse ?? null,
    claimedDay: row.fechaReclamo ?? null,
    kind: "Del Giro",
    exempt: row.exento,
    net: row.neto,
    vat,
    lostVat: row.ivaNoRecuperable,
    lostVatCode: row.codigoIvaNoRec ?? null,
    commonVat: row.ivaUsoComun,
    fixedAssetNet: row.activoFijo,
    fixedAssetVat: row.ivaActivoFijo,
    otherTaxes,
    total: row.total ?? sumOf(parts, (one) => one) + sumOf(otherTaxes, (tax) => tax.amount),
  };
}
