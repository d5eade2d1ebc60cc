import { readHeaders, headerText, type Header } from "./mime-headers.ts";

/** A leaf of a message. */
interface ReadPart {
  number: string;
  type: string;
  charset: string;
  name: string | null;
  bytes: Buffer;
}

export interface ReadMessage {
  headers: readonly Header[];
  /** The first header with this name, with encoded words decoded. */
  header(name: string): string | undefined;
  parts: readonly ReadPart[];
  /** The first readable text: plain if there is one. */
  text: string;
}

const deepest = 6;

export function readMessage(raw: Buffer): ReadMessage {
  const { headers, body } = split(raw);
  const parts = leavesOf(headers, body, "", 0);
  const readable = parts.filter(({ name }) => name === null);
  const shown =
    readable.find(({ type }) => type === "text/plain") ??
    readable.find(({ type }) => type === "text/html");
  return {
    headers,
    header: (name) => headerText(headers, name),
    parts,
    text: shown ? textOf(shown) : "",
  };
}

export function textOf({ bytes, charset }: ReadPart): string {
  const isLatin = /^(?:iso-8859-1|windows-1252|us-ascii)$/i.test(charset);
  return bytes.toString(isLatin ? "latin1" : "utf8");
}

function split(raw: Buffer): { headers: Header[]; body: Buffer } {
  const text = raw.toString("latin1");
  const [gap] = /\r?\n\r?\n/.exec(text) ?? [];
  const at = gap === undefined ? text.length : text.indexOf(gap);
  return {
    headers: readHeaders(text.slice(0, at)),
    body: raw.subarray(Math.min(at + (gap?.length ?? 0), raw.length)),
  };
}

function leavesOf(
  headers: readonly Header[],
  body: Buffer,
  number: string,
  depth: number,
): ReadPart[] {
  const contentType = headerText(headers, "content-type") ?? "text/plain; charset=us-ascii";
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const boundary = parameter(contentType, "boundary");
  if (type.startsWith("multipart/") && boundary && depth < deepest) {
    return partsBetween(body, boundary).flatMap((part, index) => {
      const inner = split(part);
      const own = number === "" ? String(index + 1) : `${number}.${index + 1}`;
      return leavesOf(inner.headers, inner.body, own, depth + 1);
    });
  }
  const disposition = headerText(headers, "content-disposition") ?? "";
  const encoding = (headerText(headers, "content-transfer-encoding") ?? "7bit").toLowerCase();
  const named = parameter(disposition, "filename") ?? parameter(contentType, "name");
  return [
    {
      number: number || "1",
      type,
      charset: parameter(contentType, "charset") ?? "us-ascii",
      name: named ?? (disposition.toLowerCase().startsWith("attachment") ? "adjunto" : null),
      bytes: decoded(body, encoding),
    },
  ];
}

function partsBetween(body: Buffer, boundary: string): Buffer[] {
  const pieces = body.toString("latin1").split(`--${boundary}`);
  const end = pieces.findIndex((piece, index) => index > 0 && piece.startsWith("--"));
  return pieces
    .slice(1, end === -1 ? undefined : end)
    .map((piece) => Buffer.from(piece.replace(/^\r?\n/, "").replace(/\r?\n$/, ""), "latin1"));
}

function decoded(body: Buffer, encoding: string): Buffer {
  if (encoding === "base64") return Buffer.from(body.toString("latin1"), "base64");
  if (encoding !== "quoted-printable") return body;
  const text = body
    .toString("latin1")
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(text, "latin1");
}

/** `name=value`, `name="value"` or, as in RFC 2231, `name*=UTF-8''value`. */
function parameter(header: string, name: string): string | undefined {
  const [, extended] =
    new RegExp(`;\\s*${name}\\*=[\\w-]*'[^']*'([^;\\s]+)`, "i").exec(header) ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);
  const plain = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, "i").exec(header);
  return plain?.[1] ?? plain?.[2];
}
