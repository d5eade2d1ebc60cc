/** Characters outside Latin-1 become entities, as an old server writes them. */
export function latin1Html(text: string): Uint8Array<ArrayBuffer> {
  const escaped = text.replace(/[\u0100-\u{10ffff}]/gu, (char) => `&#${char.codePointAt(0)};`);
  return new Uint8Array(Buffer.from(escaped, "latin1"));
}

/** A browser submits the form of a Latin-1 page in Latin-1: `ñ` arrives as %F1. */
export function latin1Form(body: string): Record<string, string> {
  const pairs = body.split("&").map((pair) => pair.split("=").map(decode));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, value]));
}

function decode(text: string): string {
  return text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
