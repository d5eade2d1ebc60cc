import { unknownShape } from "#lib/contract/bank/index.ts";

/** An element: its own text, or its child elements. */
export interface Xml {
  tag: string;
  text: string;
  children: readonly Xml[];
}

interface Open {
  tag: string;
  text: string;
  children: Xml[];
}

const token =
  /<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\/([A-Za-z_][\w.-]*)\s*>|<([A-Za-z_][\w.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>|([^<]+)/gy;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Elements, text and character references are all that the portal writes; anything else is refused.
 */
export function parseXml(source: string): Xml {
  const root: Open = { tag: "", text: "", children: [] };
  const path: Open[] = [root];
  let end = 0;
  for (const [whole, section, closed, opened, empty, text] of source.matchAll(token)) {
    end += whole.length;
    const inside = path.at(-1) ?? root;
    if (section !== undefined) inside.text += section;
    if (text !== undefined) inside.text += decoded(text);
    if (opened !== undefined) {
      const element: Open = { tag: opened, text: "", children: [] };
      inside.children.push(element);
      if (empty !== "/") path.push(element);
    }
    if (closed !== undefined && (path.pop()?.tag !== closed || path.length === 0)) throw notXml();
  }
  const [only, ...others] = root.children;
  const isWhole = end === source.length && path.length === 1 && root.text.trim() === "";
  if (!isWhole || only === undefined || others.length > 0) throw notXml();
  return only;
}

function decoded(text: string): string {
  return text.replaceAll(/&([^;\s]*);?/g, (_, name: string) => {
    const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    if (hex === undefined && decimal === undefined) return entities[name] ?? refuse();
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : refuse();
  });
}

function refuse(): never {
  throw notXml();
}

function notXml() {
  return unknownShape("an answer that is not XML");
}
