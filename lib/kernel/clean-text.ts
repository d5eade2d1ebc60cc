import { latePattern } from "./late-pattern.ts";

/** Longer ones are no description of anything: what is behind is cut off. */
const longest = 500;

const lineBreaks = /\r\n|[\t\n\r\u2028\u2029]/g;

/**
 * Classes of what nobody sees: control characters, marks that turn the direction of writing or join
 * letters, letters and selectors that are drawn as nothing, tags, the empty braille cell. With them a
 * text reads otherwise to a person than to an agent.
 */
const drawnAsNothing = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\u2800`;
const unseen = latePattern(`[${drawnAsNothing}]`, "gu");

/** The same and all other signs of format, for names on pages and in mails. */
export const unseenClasses: string = String.raw`\p{Cf}\p{Zl}\p{Zp}` + drawnAsNothing;

/** Nearly every text: nothing above can be in it. */
const plain = /^[ -~\u00A0-\u00AC\u00AE-\u034E\u0350-\u0600]{0,500}$/;

/**
 * What may have to be cleaned in a row's JSON, where a control character and half a surrogate pair are
 * escaped. Spelled out, and some characters too many: it is asked of every row, and read at each start.
 */
const suspicious =
  /\\[bfnrtu]|[\u034F\uFE00-\uFE0F\u007F-\u009F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFF8\uD82F\uD834\uDB40-\uDB43]/;

/** Another party's text as stored: on one line, with nothing hidden in it. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  const seen = text.toWellFormed().replace(lineBreaks, " ").replace(unseen(), "");
  return firstOf(seen, longest);
}

/** Its beginning, with no half of a surrogate pair at the end. */
export function firstOf(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "") : text;
}

/** A longer text, which keeps its lines. */
export function cleanLines(text: string): string {
  const lines = text.toWellFormed().split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.map((line) => line.replaceAll("\t", " ").replace(unseen(), "")).join("\n");
}

/**
 * An id keeps the raw text, or a row would be stored twice; only what no database can store is
 * removed.
 */
export function storableId(id: string): string {
  return id.toWellFormed().replaceAll("\u0000", "\uFFFD");
}

/** A row's JSON with all its texts clean. Nearly every row is clean, and is serialized once. */
export function cleanJson(payload: Record<string, unknown>): { json: string; changed: boolean } {
  const json = JSON.stringify(payload);
  if (json.length <= longest && !suspicious.test(json)) return { json, changed: false };
  const clean = JSON.stringify(payload, (_name, value: unknown) =>
    typeof value === "string" ? cleanText(value) : value,
  );
  return { json: clean, changed: clean !== json };
}
