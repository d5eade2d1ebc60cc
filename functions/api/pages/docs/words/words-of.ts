import type { ConnectorKind } from "#lib/contract/index.ts";
import type { Locale } from "../subject.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import type { Words } from "./words.ts";

const words: Record<Locale, Words> = { es, en };

export function wordsOf(locale: Locale): Words {
  return words[locale];
}

/** «bancos e impuestos»: exactly the kinds that exist. */
export function purposesOf(locale: Locale, kinds: readonly ConnectorKind[]): string {
  const named = [...new Set(kinds)].flatMap((kind) => words[locale].purposes[kind] ?? []);
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(named);
}
