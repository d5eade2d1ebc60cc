// The registry knows more codes than an issuer may use.
const NAMES: ReadonlyMap<string, string> = new Map([
  ["29", "Factura de inicio"],
  ["30", "Factura"],
  ["32", "Factura no afecta o exenta"],
  ["33", "Factura electrónica"],
  ["34", "Factura no afecta o exenta electrónica"],
  ["35", "Boleta"],
  ["38", "Boleta exenta"],
  ["39", "Boleta electrónica"],
  ["40", "Liquidación factura"],
  ["41", "Boleta exenta electrónica"],
  ["43", "Liquidación factura electrónica"],
  ["45", "Factura de compra"],
  ["46", "Factura de compra electrónica"],
  ["47", "Vale electrónico"],
  ["48", "Comprobante de pago electrónico"],
  ["52", "Guía de despacho electrónica"],
  ["55", "Nota de débito"],
  ["56", "Nota de débito electrónica"],
  ["60", "Nota de crédito"],
  ["61", "Nota de crédito electrónica"],
  ["101", "Factura de exportación"],
  ["102", "Factura de venta exenta a zona franca primaria"],
  ["103", "Liquidación"],
  ["104", "Nota de débito de exportación"],
  ["105", "Boleta liquidación"],
  ["106", "Nota de crédito de exportación"],
  ["108", "Solicitud de registro de factura"],
  ["109", "Factura a turista"],
  ["110", "Factura de exportación electrónica"],
  ["111", "Nota de débito de exportación electrónica"],
  ["112", "Nota de crédito de exportación electrónica"],
  ["901", "Factura de ventas a empresas del territorio preferencial"],
  ["902", "Conocimiento de embarque"],
  ["903", "Documento único de salida"],
  ["904", "Factura de traspaso"],
  ["905", "Factura de reexpedición"],
  ["906", "Boletas de venta de módulos de zona franca"],
  ["907", "Facturas de venta de módulo de zona franca (todas)"],
  ["909", "Facturas de venta de módulo de zona franca"],
  ["910", "Solicitud de traslado de zona franca"],
  ["911", "Declaración de ingreso a zona franca primaria"],
  ["914", "Declaración de ingreso"],
  ["919", "Resumen de ventas de pasajes nacionales sin factura"],
  ["920", "Otros registros no documentados que aumentan el débito"],
  ["922", "Otros registros que disminuyen el débito"],
  ["924", "Resumen de ventas de pasajes internacionales sin factura"],
]);

/** The electronic types, which have their own folios. */
export const tiposDte = [33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112] as const;

const CREDIT_NOTES: ReadonlySet<number> = new Set([60, 61, 106, 112]);

/** An unknown code is its own name: it is never mapped to another document. */
export function nombreTipoDocumento(code: number | string): string {
  return NAMES.get(String(code)) ?? String(code);
}

/** Credit notes are printed positive but are subtracted in totals. */
export function efecto(tipoDoc: number): 1 | -1 {
  return CREDIT_NOTES.has(tipoDoc) ? -1 : 1;
}
