/** A part of a message that the generator or a tester makes. */
export interface Part {
  type: string;
  body: Buffer;
  encoding: "base64" | "quoted-printable" | "7bit";
  charset?: "UTF-8" | "ISO-8859-1";
  /** The name of an attachment. */
  name?: string;
}

export interface Composed {
  from: string;
  to: string;
  subject: string;
  at: Date;
  messageId: string;
  inReplyTo?: string | undefined;
  /** Several parts: one after another, or as alternatives. */
  parts: readonly [Part, ...Part[]];
  alternative?: boolean;
}

const lineEnd = "\r\n";
const boundary = "=_parte_8f1c";

export function composeMessage(message: Composed): Buffer {
  const { parts, inReplyTo } = message;
  const head = [
    `From: ${encodedAddress(message.from)}`,
    `To: ${encodedAddress(message.to)}`,
    `Subject: ${encodedText(message.subject)}`,
    `Date: ${mailDate(message.at)}`,
    `Message-ID: ${message.messageId}`,
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: ${inReplyTo}`, `References: ${inReplyTo}`]),
    "MIME-Version: 1.0",
  ];
  const [first] = parts;
  if (parts.length === 1 && first.name === undefined) {
    return Buffer.from([...head, printPart(first)].join(lineEnd), "latin1");
  }
  const kind = message.alternative ? "alternative" : "mixed";
  const body = parts.map((part) => `--${boundary}${lineEnd}${printPart(part)}${lineEnd}`);
  const lines = [
    ...head,
    `Content-Type: multipart/${kind};${lineEnd}\tboundary="${boundary}"`,
    "",
    `${body.join("")}--${boundary}--${lineEnd}`,
  ];
  return Buffer.from(lines.join(lineEnd), "latin1");
}

function printPart({ type, charset, name, encoding, body }: Part): string {
  const head = [
    `Content-Type: ${type}${charset ? `; charset=${charset}` : ""}`,
    `Content-Transfer-Encoding: ${encoding}`,
    // RFC 2231: a name that is not ASCII.
    ...(name === undefined
      ? []
      : [
          `Content-Disposition: attachment;${lineEnd} filename*=UTF-8''${encodeURIComponent(name)}`,
        ]),
  ];
  return [...head, "", encoded(body, encoding)].join(lineEnd);
}

function encoded(body: Buffer, encoding: Part["encoding"]): string {
  switch (encoding) {
    case "base64":
      return (body.toString("base64").match(/.{1,76}/g) ?? []).join(lineEnd);
    case "quoted-printable":
      return quotedPrintable(body);
    case "7bit":
      return body.toString("latin1");
  }
}

const longestLine = 72;

function quotedPrintable(body: Buffer): string {
  const lines = body.toString("latin1").split("\n");
  return lines.map(quotedLine).join(lineEnd);
}

function quotedLine(line: string): string {
  const printed: string[] = [""];
  for (const char of line) {
    const code = char.codePointAt(0) ?? 0;
    const isPlain = code >= 32 && code <= 126 && char !== "=";
    const shown = isPlain ? char : `=${code.toString(16).toUpperCase().padStart(2, "0")}`;
    const last = printed.at(-1) ?? "";
    if (last.length + shown.length > longestLine) printed.push(shown);
    else printed[printed.length - 1] = last + shown;
  }
  return printed.join(`=${lineEnd}`);
}

/** RFC 2047, split between characters. */
function encodedText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const pieces = text.match(/[^]{1,14}/gu) ?? [];
  return pieces
    .map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString("base64")}?=`)
    .join(`${lineEnd} `);
}

function encodedAddress(address: string): string {
  const [, name = "", rest = address] = /^(.*?)\s*(<[^>]+>)$/.exec(address) ?? [];
  return name ? `${encodedText(name)} ${rest}` : rest;
}

export function mailDate(at: Date): string {
  return at.toUTCString().replace("GMT", "+0000");
}
