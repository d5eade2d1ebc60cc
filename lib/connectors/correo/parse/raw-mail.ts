import type { OutgoingMail } from "#lib/contract/index.ts";
import { encodedWords, mimePart } from "./mime-text.ts";
import { operationHeader } from "./message.ts";

/** The message being replied to, as its headers name it. */
export interface Answered {
  messageId: string | null;
  references: string | null;
}

/** A line of a mail has at most 998 characters, so each address is on one of its own. */
const nextLine = ",\r\n ";

/** A mail as the provider accepts it: one text, in ASCII. */
export function rawMail(
  mail: OutgoingMail,
  { operacion, answered }: { operacion: string; answered: Answered | null },
): string {
  const { para, cc, cco, asunto, cuerpo, formato } = mail;
  const headers = [
    `To: ${para.join(nextLine)}`,
    ...(cc.length > 0 ? [`Cc: ${cc.join(nextLine)}`] : []),
    ...(cco.length > 0 ? [`Bcc: ${cco.join(nextLine)}`] : []),
    `Subject: ${encodedWords(asunto)}`,
    ...answering(answered),
    `${operationHeader}: ${operacion}`,
    "MIME-Version: 1.0",
  ];
  const type = formato === "html" ? "text/html" : "text/plain";
  const raw = [...headers, mimePart(type, cuerpo)].join("\r\n");
  return Buffer.from(raw, "latin1").toString("base64url");
}

/**
 * What somebody else wrote goes into our headers as one line of plain characters, or not at all.
 */
function answering(answered: Answered | null): string[] {
  const messageId = answered?.messageId ?? null;
  if (messageId === null || !isPlain(messageId)) return [];
  const before = answered?.references ?? null;
  const references = before !== null && isPlain(before) ? `${before}\r\n ${messageId}` : messageId;
  return [`In-Reply-To: ${messageId}`, `References: ${references}`];
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]{1,900}$/.test(text);
}
