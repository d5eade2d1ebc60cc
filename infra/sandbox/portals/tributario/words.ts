export const notices = {
  wrong: "La Clave ingresada no es correcta. Recuerde que al tercer intento se bloqueará.",
  blocked: "Su Clave se encuentra bloqueada. Debe solicitar una nueva.",
  active: "Usted ha alcanzado el máximo de sesiones autenticadas. Cierre la sesión abierta.",
  ended: "Su sesión ha finalizado por inactividad. Debe autenticarse nuevamente.",
  left: "Ha cerrado su sesión correctamente.",
  noRut: "Debe ingresar RUT y Clave.",
} as const;

export const emptyMarkers = {
  registry: "No se registran documentos para el período consultado.",
  fees: "No se registran boletas para el período consultado.",
  issued: "No se encontraron documentos emitidos para los criterios ingresados.",
} as const;

const typeNames: Record<number, string> = {
  30: "Factura",
  33: "Factura Electrónica",
  34: "Factura no Afecta o Exenta Electrónica",
  35: "Total Operaciones del Mes, con Boleta (afecta)",
  38: "Total Operaciones del Mes, con Boleta Exenta",
  39: "Total Operaciones del Mes, con Boleta Electrónica",
  41: "Total Operaciones del Mes, con Boleta Exenta Electrónica",
  43: "Liquidación Factura Electrónica",
  45: "Factura de Compra",
  46: "Factura de Compra Electrónica",
  48: "Total Operaciones del Mes, con Comprobante de Pago Electrónico",
  52: "Guía de Despacho Electrónica",
  56: "Nota de Débito Electrónica",
  60: "Nota de Crédito",
  61: "Nota de Crédito Electrónica",
  110: "Factura de Exportación Electrónica",
  112: "Nota de Crédito de Exportación Electrónica",
  914: "Declaración de Ingreso",
};

/** As the registry prints it: a code without a name stays a code. */
export function registryTypeName(docType: number): string {
  return `${typeNames[docType] ?? "Documento"} (${docType})`;
}

/** As the invoicer prints it, where a receipt is a single document. */
export function issuedTypeName(docType: number): string {
  if (docType === 39) return "Boleta Electrónica";
  if (docType === 41) return "Boleta Exenta Electrónica";
  return typeNames[docType] ?? `Documento ${docType}`;
}

/** `1234567` → `1.234.567` */
export function dotted(amount: number): string {
  const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, ".");
  return amount < 0 ? `-${digits}` : digits;
}

/** `2026-11-21` → `21/11/2026` */
export function printedDay(day: string): string {
  return day.split("-").toReversed().join("/");
}

/** `21/11/2026` → `2026-11-21`; undefined when it is no such text. */
export function readDay(text: string): string | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim());
  return match ? `${match[3]}-${match[2]}-${match[1]}` : undefined;
}

/** `2026-11` → `11/2026` */
export function printedPeriod(period: string): string {
  return printedDay(period);
}
