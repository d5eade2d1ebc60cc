import { raw } from "hono/html";
import type { Html } from "../page.ts";

/** Text inside a page script, escaped so that nothing ends the text, the script or the charset. */
export function quoted(text: string): string {
  const escaped = text
    .replace(/[\\']/g, String.raw`\$&`)
    .replace(/\r?\n/g, String.raw`\n`)
    .replaceAll("</", String.raw`<\/`)
    .replace(/[\u0100-\uffff]/g, (unit) => String.raw`\u${hex(unit)}`);
  return `'${escaped}'`;
}

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, "0");
}

type Entries = readonly (readonly [key: string, value: string | number])[];

/** `nombre['clave'] = 'valor';`, one per line: how these pages carry their data. */
export function assigned(name: string, entries: Entries): string {
  return entries.map(([key, value]) => `${name}['${key}'] = ${quoted(String(value))};`).join("\n");
}

/** The fields of rows, keyed by name and position on this page, from 1 on. */
export function rowEntries(rows: readonly Readonly<Record<string, string | number>>[]): Entries {
  return rows.flatMap((row, index) =>
    Object.entries(row).map(([name, value]) => [`${name}_${index + 1}`, value] as const),
  );
}

export function script(...parts: readonly string[]): Html {
  const text = `<script type="text/javascript">\n${parts.join("\n")}\n</script>`;
  return raw(text);
}
