/** Longer ones are no description of anything: what is behind is cut off. */
const longest = 500;

const lineBreaks = /\r\n|[\t\n\r\u2028\u2029]/g;

/**
 * What nobody sees: control characters, marks that turn the direction of writing or join letters,
 * and tag characters. With them a text reads otherwise to a person than to an agent.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Nearly every text: nothing above can be in it. */
const plain = /^[ -~\u00A0-\u0600]{0,500}$/;

/** What may have to be cleaned in a row's JSON, where a control character and half a surrogate pair are escaped. */
const suspicious =
  /\\[bfnrtu]|[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]|\uDB40[\uDC00-\uDC7F]/;

/** A text of somebody else's as it is kept: on one line, nothing hidden in it. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  const seen = text.toWellFormed().replace(lineBreaks, " ").replace(unseen, "");
  // The cut may be in the middle of a pair.
  return seen.length > longest ? seen.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "") : seen;
}

/** A longer one, which keeps its lines. */
export function cleanLines(text: string): string {
  const lines = text.toWellFormed().split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.map((line) => line.replaceAll("\t", " ").replace(unseen, "")).join("\n");
}

/** A name stays the raw text's, or a row would be kept twice; only what no database holds is out. */
export function storableId(id: string): string {
  return id.toWellFormed().replaceAll("\u0000", "\uFFFD");
}

/** A row's JSON, all of its texts clean. Nearly every row is, and is written once. */
export function cleanJson(payload: Record<string, unknown>): { json: string; changed: boolean } {
  const json = JSON.stringify(payload);
  if (json.length <= longest && !suspicious.test(json)) return { json, changed: false };
  const clean = JSON.stringify(payload, (_name, value: unknown) =>
    typeof value === "string" ? cleanText(value) : value,
  );
  return { json: clean, changed: clean !== json };
}
