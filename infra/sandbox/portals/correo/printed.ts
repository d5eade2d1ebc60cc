import { contentOf, snippetOf, type Message } from "./message.ts";
import { textOf } from "./mime-read.ts";

export const formats = ["cabeceras", "partes", "crudo"] as const;
export type Format = (typeof formats)[number];

/** A message's summary, used wherever it is mentioned. */
export function printedBrief(message: Message) {
  return {
    id: message.id,
    hilo: message.thread,
    etiquetas: message.labels,
    historia: String(message.history),
    recibido: String(message.at.getTime()),
    fragmento: snippetOf(message),
    tamano: message.raw.length,
  };
}

export function printedMessage(message: Message, format: Format) {
  const brief = printedBrief(message);
  const { headers, header, parts } = contentOf(message);
  const cabeceras = headers.map(({ name }) => ({ nombre: name, valor: header(name) ?? "" }));
  switch (format) {
    case "crudo":
      return { ...brief, crudo: message.raw.toString("base64url") };
    case "cabeceras":
      return { ...brief, cabeceras };
    case "partes":
      return {
        ...brief,
        cabeceras,
        partes: parts.map((part) => ({
          numero: part.number,
          tipo: part.type,
          nombre: part.name,
          tamano: part.bytes.length,
          // Text is included, always in UTF-8; files are only named.
          datos: part.name === null ? Buffer.from(textOf(part)).toString("base64url") : null,
        })),
      };
  }
}
