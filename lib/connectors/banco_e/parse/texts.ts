import { parsePortalDate, parseRut, type Fecha, type Periodo } from "#lib/chile/index.ts";
import type { Company } from "#lib/contract/index.ts";

/** `DD-MM-AAAA`. */
export function parseDay(text: string): Fecha | null {
  return /^\d{2}-\d{2}-\d{4}$/.test(text) ? parsePortalDate(text.replaceAll("-", "/")) : null;
}

const months = "ene feb mar abr may jun jul ago sep oct nov dic".split(" ");

/** `jun-2026`, as the portal writes a month in its sentences. */
export function named(periodo: Periodo): string {
  return `${months[Number(periodo.slice(5)) - 1] ?? ""}-${periodo.slice(0, 4)}`;
}

/** `Nombre (12345678-5)`, as the header and the list of companies write it. */
export function parseTitular(text: string): Company | null {
  const [, razonSocial = "", written = ""] = /^(.*) \(([\d.]+-[\dkK])\)$/.exec(text) ?? [];
  const rut = parseRut(written);
  return rut === null ? null : { rut, razonSocial };
}
