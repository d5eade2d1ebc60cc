import { parseFecha, parsePeriodo, type Fecha, type Periodo } from "#lib/chile/index.ts";

/** Whole pesos, or a count; null for anything else. */
export function whole(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** Whether a field holds no code, or no amount. */
export function isNone(text: string): boolean {
  return /^0*$/.test(text);
}

/** `13/10/2026`, in files `13-10-2026`; null for no date, undefined if it is not one. */
export function day(text: string): Fecha | null | undefined {
  if (text === "") return null;
  const [, date, month, year] = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(text) ?? [];
  return parseFecha(`${year}-${month}-${date}`) ?? undefined;
}

/** `102026` */
export function month(text: string): Periodo | null {
  const [, number, year] = /^(\d{2})(\d{4})$/.exec(text) ?? [];
  return parsePeriodo(`${year}-${number}`);
}

/** As the service expects it. */
export function monthText(periodo: Periodo): string {
  return `${periodo.slice(5)}${periodo.slice(0, 4)}`;
}

/** What the letters of a list mean; null for unknown letters. */
export function meaning<Word extends string>(
  words: Readonly<Record<string, Word>>,
  letters: string,
): Word | null {
  return Object.hasOwn(words, letters) ? (words[letters] ?? null) : null;
}
