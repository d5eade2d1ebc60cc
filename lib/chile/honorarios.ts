import { addDays, type Fecha } from "./fecha.ts";
import { addMonths, firstDay, periodoOfDay } from "./periodo.ts";

const lastDayAlone = 10;

interface PlazoAnulacion {
  modo: "inmediata" | "con_receptor";
  /** The last day for it, inclusive. */
  plazoHasta: Fecha;
}

/**
 * How the issuer can annul a fee receipt of that day: alone until day 10 of the next month; then
 * with the receiver's agreement, until 1 March of the next year; after that not at all (null).
 */
export function plazoAnulacion(fecha: Fecha, hoy: Fecha): PlazoAnulacion | null {
  const month = periodoOfDay(fecha);
  const alone = addDays(firstDay(addMonths(month, 1)), lastDayAlone - 1);
  if (hoy <= alone) return { modo: "inmediata", plazoHasta: alone };
  const together = plazoConReceptor(fecha);
  return hoy <= together ? { modo: "con_receptor", plazoHasta: together } : null;
}

/** The last day on which the receiver can agree to annul a fee receipt of that day. */
export function plazoConReceptor(fecha: Fecha): Fecha {
  const monthsToMarch = 15 - Number(fecha.slice(5, 7));
  return firstDay(addMonths(periodoOfDay(fecha), monthsToMarch));
}
