import { parseRut } from "#lib/chile/index.ts";
import type { Company } from "#lib/contract/index.ts";

/** `Nombre (12345678-5)`, as the header and the list of companies write it. */
export function parseTitular(text: string): Company | null {
  const [, razonSocial = "", written = ""] = /^(.*) \(([\d.]+-[\dkK])\)$/.exec(text) ?? [];
  const rut = parseRut(written);
  return rut === null ? null : { rut, razonSocial };
}
