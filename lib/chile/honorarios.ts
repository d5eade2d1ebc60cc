import { addDays, type Fecha } from "./fecha.ts";
import { addMonths, firstDay, periodoOfDay } from "./periodo.ts";

const lastDayAlone = 10;

interface PlazoAnulacion {
  modo: "inmediata" | "con_receptor";
  /** The last day for it, that day included. */
  plazoHasta: Fecha;
}

/**
 * How the issuer annuls a fee receipt of that day: alone until day 10 of the next month; then the
 * receiver has to agree, until 1 March of the next year; then nobody does any more, which is null.
 */
export function plazoAnulacion(fecha: Fecha, hoy: Fecha): PlazoAnulacion | null {
  const month = periodoOfDay(fecha);
  const alone = addDays(firstDay(addMonths(month, 1)), lastDayAlone - 1);
  if (hoy <= alone) return { modo: "inmediata", plazoHasta: alone };
  const together = plazoConReceptor(fecha);
  return hoy <= together ? { modo: "con_receptor", plazoHasta: together } : null;
}

/** The last day on which the receiver of a fee receipt of that day can agree that it is annulled. */
export function plazoConReceptor(fecha: Fecha): Fecha {
  const monthsToMarch = 15 - Number(fecha.slice(5, 7));
  return firstDay(addMonths(periodoOfDay(fecha), monthsToMarch));
}
