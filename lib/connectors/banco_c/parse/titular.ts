import { parseRut } from "#lib/chile/index.ts";
import type { Company } from "#lib/contract/index.ts";

/** The company that a page says it is about. */
export function parseTitular(text: string): Company | null {
  const [, razonSocial = "", written = ""] = /^(.*) · RUT (\S+)$/.exec(text) ?? [];
  const rut = parseRut(written);
  return rut === null ? null : { rut, razonSocial };
}

/** The RUT at the beginning of an option in the list of companies. */
export function rutOfChoice(text: string): string | null {
  return parseRut(text.split(" ")[0] ?? "");
}
