/** A call's number, session token, name and fields. */
export interface Call {
  number: number;
  mark: string;
  name: string;
  field(tag: string): string;
}

const shape =
  /^\s*(?:<\?xml[^>]*\?>\s*)?<sobre>\s*<cabecera>([^]*?)<\/cabecera>\s*<peticion nombre="([\w.]+)">([^]*)<\/peticion>\s*<\/sobre>\s*$/;

/** Just enough XML for our envelopes: no attributes but the name, no fields inside fields. */
export function readEnvelope(text: string): Call | undefined {
  const [, head, name, body] = shape.exec(text) ?? [];
  if (head === undefined || name === undefined || body === undefined) return undefined;
  const number = valueOf(head, "llamada");
  if (!/^\d{1,9}$/.test(number)) return undefined;
  return {
    number: Number(number),
    mark: valueOf(head, "marca"),
    name,
    field: (tag) => valueOf(body, tag),
  };
}

function valueOf(xml: string, tag: string): string {
  const [, text = ""] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml) ?? [];
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? "");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** An element of an answer: text, or elements in order. */
export type Xml = readonly [tag: string, content: string | number | null | readonly Xml[]];

/** Every answer is 200, with a code for errors. */
export function envelope(number: number, code: number, parts: readonly Xml[]): string {
  const head: Xml = ["cabecera", [["llamada", number]]];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${print(["sobre", [head, ["codigo", code], ...parts]])}`;
}

function print([tag, content]: Xml): string {
  if (content === null) return `<${tag}/>`;
  if (typeof content === "string" || typeof content === "number") {
    return `<${tag}>${escaped(String(content))}</${tag}>`;
  }
  return `<${tag}>${content.map(print).join("")}</${tag}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
