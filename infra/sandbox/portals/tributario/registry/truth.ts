import type { Row, TruthQuery } from "../../../system/system.ts";
import type { MonthlyTotal, RegistryDocument } from "./document.ts";
import type { Registry } from "./registry.ts";

/** `&operacion=` and `&seccion=` filter it. */
export function registryTruth(registry: Registry, { rut, periodo, params }: TruthQuery): Row[] {
  const rows = [
    ...registry.documents(rut, "compra", periodo).map(documentRow),
    ...registry.documents(rut, "venta", periodo).map(documentRow),
    ...registry.totals(rut, periodo).map(totalRow),
  ];
  return rows.filter((row) =>
    (["operacion", "seccion"] as const).every(
      (name) => params[name] === undefined || row[name] === params[name],
    ),
  );
}

export function documentRow(document: RegistryDocument) {
  return {
    operacion: document.operation,
    seccion: document.section,
    tipoDoc: document.docType,
    folio: document.folio,
    rut: document.rut,
    razonSocial: document.name,
    fecha: document.day,
    exento: document.exempt,
    neto: document.net,
    iva: document.vat,
    total: document.total,
    documentos: 1,
    fechaRecepcion: document.receivedDay,
    fechaAcuse: document.acceptedDay,
    fechaReclamo: document.claimedDay,
    ivaNoRecuperable: document.lostVat,
    codigoIvaNoRec: document.lostVatCode,
    ivaUsoComun: document.commonVat,
    activoFijo: document.fixedAssetNet,
    ivaActivoFijo: document.fixedAssetVat,
    otrosImpuestos: document.otherTaxes.map(({ code, rate, amount }) => ({
      codigo: code,
      tasa: rate / 10,
      valor: amount,
    })),
  };
}

function totalRow(total: MonthlyTotal): ReturnType<typeof emptyRow> {
  return {
    ...emptyRow(),
    tipoDoc: total.docType,
    exento: total.exempt,
    neto: total.net,
    iva: total.vat,
    total: total.total,
    documentos: total.documents,
  };
}

function emptyRow() {
  return {
    operacion: "venta" as const,
    seccion: null,
    tipoDoc: 0,
    folio: null,
    rut: null,
    razonSocial: null,
    fecha: null,
    exento: 0,
    neto: 0,
    iva: 0,
    total: 0,
    documentos: 0,
    fechaRecepcion: null,
    fechaAcuse: null,
    fechaReclamo: null,
    ivaNoRecuperable: 0,
    codigoIvaNoRec: null,
    ivaUsoComun: 0,
    activoFijo: 0,
    ivaActivoFijo: 0,
    otrosImpuestos: [],
  };
}
