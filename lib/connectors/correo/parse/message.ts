import type { MailLine, MailMessage, SentMail } from "#lib/contract/index.ts";
import type { Header, WithHeaders, WithParts } from "./answers.ts";

/** Our own header: the provider keeps it when a draft is sent. */
export const operationHeader = "X-Connect-Operation";

export function headerOf(headers: readonly Header[], name: string): string | null {
  const wanted = name.toLowerCase();
  return headers.find(({ nombre }) => nombre.toLowerCase() === wanted)?.valor ?? null;
}

export function lineOf(message: WithHeaders): MailLine {
  const { id, hilo, recibido, fragmento, cabeceras } = message;
  return {
    id,
    hiloId: hilo,
    de: headerOf(cabeceras, "From") ?? "",
    para: listIn(headerOf(cabeceras, "To")),
    asunto: headerOf(cabeceras, "Subject") ?? "",
    fecha: new Date(Number(recibido)).toISOString(),
    fragmento,
    // In a list the provider gives no parts; a mail with an attachment is multipart/mixed.
    tieneAdjuntos: /^multipart\/mixed\b/i.test(headerOf(cabeceras, "Content-Type") ?? ""),
  };
}

const mostBytes = 100 * 1024;

export function messageOf(message: WithParts): MailMessage {
  const whole = textOf(message);
  const texto = cutTo(whole, mostBytes);
  const adjuntos = message.partes.flatMap(({ nombre, tipo, tamano }) =>
    nombre === null ? [] : [{ nombre, tipo, tamanoBytes: tamano }],
  );
  return {
    ...lineOf(message),
    cc: listIn(headerOf(message.cabeceras, "Cc")),
    texto,
    textoCortado: texto.length < whole.length,
    tieneAdjuntos: adjuntos.length > 0,
    adjuntos,
  };
}

/** The mail as it was sent. */
export function sentOf(message: WithParts): SentMail {
  const { id, cabeceras } = message;
  const bcc = headerOf(cabeceras, "Bcc");
  return {
    id,
    para: addressesIn(headerOf(cabeceras, "To")),
    cc: addressesIn(headerOf(cabeceras, "Cc")),
    cco: bcc === null ? null : addressesIn(bcc),
    asunto: headerOf(cabeceras, "Subject") ?? "",
    cuerpo: textOf(message),
    operacion: headerOf(cabeceras, operationHeader),
  };
}

/** The text to read: plain text if there is any, otherwise the markup. */
function textOf({ partes }: WithParts): string {
  const texts = partes.filter(({ nombre, datos }) => nombre === null && datos !== null);
  const shown = texts.find(({ tipo }) => tipo === "text/plain") ?? texts[0];
  return Buffer.from(shown?.datos ?? "", "base64url").toString("utf8");
}

/** At most that many bytes, never half a character. */
function cutTo(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return encoded.subarray(0, end).toString("utf8");
}

/**
 * Names and addresses as written. A comma inside quotes separates nothing. Unclosed quotes end with
 * the header: each character is read once, whatever a stranger writes.
 */
function listIn(header: string | null): string[] {
  const parts = (header ?? "").match(/(?:"(?:\\[^]|[^"\\])*(?:"|\\?$)|[^,"])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Only the addresses. */
function addressesIn(header: string | null): string[] {
  return listIn(header).map((part) => (/<([^<>]+)>\s*$/.exec(part)?.[1] ?? part).toLowerCase());
}
