import type { Fecha } from "./fecha.ts";

/** Below this, the IVA rounds to 0 and the portal refuses the document. */
export const minimumNeto = 3;

// Raised by law every January; the receipt's own date decides, never the day of reading.
const RETENTION_BEFORE_2020 = 1000;
const LAST_CHANGE = 2028;
const RETENTION_BY_YEAR: ReadonlyMap<number, number> = new Map([
  [2020, 1075],
  [2021, 1150],
  [2022, 1225],
  [2023, 1300],
  [2024, 1375],
  [2025, 1450],
  [2026, 1525],
  [2027, 1600],
  [LAST_CHANGE, 1700],
]);

/** IVA of 19 %, rounded half up. */
export function iva(neto: number): number {
  return quotient(amount(neto) * 19 + 50, 100);
}

/** Splits a total that includes IVA, as receipts print it. */
export function netoDeBruto(total: number): { neto: number; iva: number } {
  // round(total / 1.19) without the fraction: (2·100·total + 119) / (2·119).
  const neto = quotient(amount(total) * 200 + 119, 238);
  return { neto, iva: total - neto };
}

/** Retention rate of a fee receipt in hundredths of a percent: 1525 is 15,25 %. */
export function tasaRetencion(fecha: Fecha): number {
  const year = Math.min(Number(fecha.slice(0, 4)), LAST_CHANGE);
  return RETENTION_BY_YEAR.get(year) ?? RETENTION_BEFORE_2020;
}

/**
 * What is withheld from a fee receipt, rounded half up, and what is left. Not used until receipts
 * can be issued.
 */
export function retencionHonorarios(
  bruto: number,
  fecha: Fecha,
): { puntosBase: number; retencion: number; liquido: number } {
  const puntosBase = tasaRetencion(fecha);
  const retencion = quotient(amount(bruto) * puntosBase + 5000, 10_000);
  return { puntosBase, retencion, liquido: bruto - retencion };
}

// Subtracting the remainder first keeps the division exact.
function quotient(dividend: number, divisor: number): number {
  if (!Number.isSafeInteger(dividend)) throw new RangeError("an amount too large to compute with");
  return (dividend - (dividend % divisor)) / divisor;
}

function amount(value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`not a whole amount of pesos: ${value}`);
}
