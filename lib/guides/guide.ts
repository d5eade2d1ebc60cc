import type { Block, ShownCall, Guide, Language, Row } from "./block.ts";
import { markdownOf } from "./markdown.ts";

export function guide(spec: Omit<Guide, "markdown">): Guide {
  return { ...spec, markdown: markdownOf(spec) };
}

export function heading(text: string, id = slugOf(text)): Block {
  return { kind: "heading", level: 2, id, text };
}

export function subheading(text: string, id = slugOf(text)): Block {
  return { kind: "heading", level: 3, id, text };
}

export const text = (words: string): Block => ({ kind: "text", text: words });
export const note = (words: string): Block => ({ kind: "note", text: words });
export const list = (...items: string[]): Block => ({ kind: "list", ordered: false, items });
export const steps = (...items: string[]): Block => ({ kind: "list", ordered: true, items });

export function table(caption: string, head: Row, ...rows: Row[]): Block {
  return { kind: "table", caption, head, rows };
}

export function code(language: Language, label: string, source: string): Block {
  return { kind: "code", language, label, text: source.trim() };
}

export function call(
  toolId: string,
  input: ShownCall["input"],
  needs: { connection?: boolean; key?: boolean } = {},
): Block {
  const { connection = false, key = false } = needs;
  return { kind: "call", toolId, input, connection, key };
}

function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
