import { otherTaxCells, printed, type Column } from "./csv.ts";

const nothing = (names: readonly string[]): readonly Column[] =>
  names.map((name) => [name, () => ""]);
const zero = (names: readonly string[]): readonly Column[] =>
  names.map((name) => [name, () => "0"]);

export const saleColumns: readonly Column[] = [
  ["Nro", (_, number) => String(number)],
  ["Tipo Doc", ({ docType }) => String(docType)],
  ["Tipo Venta", ({ kind }) => kind],
  ["Rut cliente", ({ rut }) => rut],
  ["Razon Social", ({ name }) => name],
  ["Folio", ({ folio }) => String(folio)],
  ["Fecha Docto", ({ day }) => printed(day)],
  ["Fecha Recepcion", ({ receivedDay }) => printed(receivedDay)],
  ["Fecha Acuse Recibo", ({ acceptedDay }) => printed(acceptedDay)],
  ["Fecha Reclamo", ({ claimedDay }) => printed(claimedDay)],
  ["Monto Exento", ({ exempt }) => String(exempt)],
  ["Monto Neto", ({ net }) => String(net)],
  ["Monto IVA", ({ vat }) => String(vat)],
  ["Monto total", ({ total }) => String(total)],
  ...zero(["IVA Retenido Total", "IVA Retenido Parcial", "IVA no retenido", "IVA propio"]),
  ...zero(["IVA Terceros"]),
  ...nothing(["RUT Emisor Liquid. Factura"]),
  ...zero(["Neto Comision Liquid. Factura", "Exento Comision Liquid. Factura"]),
  ...zero(["IVA Comision Liquid. Factura", "IVA fuera de plazo"]),
  ...nothing(["Tipo Docto. Referencia", "Folio Docto. Referencia"]),
  ...nothing(["Num. Ident. Receptor Extranjero", "Nacionalidad Receptor Extranjero"]),
  ...zero(["Credito empresa constructora", "Impto. Zona Franca", "Garantia Dep. Envases"]),
  ...zero(["Indicador Venta sin Costo", "Indicador Servicio Periodico", "Monto No facturable"]),
  ...zero(["Total Monto Periodo", "Venta Pasajes Transporte Nacional"]),
  ...zero(["Venta Pasajes Transporte Internacional"]),
  ...nothing(["Numero Interno", "Codigo Sucursal", "NCE o NDE sobre Fact. de Compra"]),
  ["Codigo Otro Imp.", otherTaxCells.code],
  ["Valor Otro Imp.", otherTaxCells.amount],
  ["Tasa Otro Imp.", otherTaxCells.rate],
];
