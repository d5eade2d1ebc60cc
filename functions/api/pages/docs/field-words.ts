import type { Field } from "#lib/tools/documents/index.ts";
import type { Words } from "./words/words.ts";

/** `lista de textos`, `fecha AAAA-MM-DD o null`. */
export function typeText(words: Words, field: Field): string {
  const types = field.types.map((type) => oneType(words, type));
  return [...types, ...(field.nullable ? ["null"] : [])].join(` ${words.or} `);
}

function oneType(words: Words, type: string): string {
  if (type.endsWith("[]")) return words.listOf(oneType(words, type.slice(0, -2)));
  return words.types[type] ?? type;
}

export function limitsText(words: Words, field: Field): string {
  return field.limits.map(({ word, value }) => words.limitTexts[word](value)).join(", ");
}
