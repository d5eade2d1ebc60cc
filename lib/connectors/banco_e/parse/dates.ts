import { parsePortalDate, type Fecha, type Periodo } from "#lib/chile/index.ts";

/** `DD-MM-AAAA`. */
export function parseDay(text: string): Fecha | null {
  return /^\d{2}-\d{2}-\d{4}$/.test(text) ? parsePortalDate(text.replaceAll("-", "/")) : null;
}

const months = "ene feb mar abr may jun jul ago sep oct nov dic".split(" ");

/** `jun-2026`, as the portal names a month in its sentences. */
export function named(periodo: Periodo): string {
  return `${months[Number(periodo.slice(5)) - 1] ?? ""}-${periodo.slice(0, 4)}`;
}
