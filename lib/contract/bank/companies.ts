import { parseRut } from "#lib/chile/index.ts";

/**
 * Which of the offered companies a login is for: the one of that RUT, never simply the first.
 * Without a RUT only a list of one is an answer. -1 when it is not among them.
 */
export function placeOfCompany(offered: readonly (string | null)[], wanted: string | null): number {
  if (wanted === null) return offered.length === 1 && offered[0] !== null ? 0 : -1;
  const rut = parseRut(wanted);
  return rut === null ? -1 : offered.indexOf(rut);
}
