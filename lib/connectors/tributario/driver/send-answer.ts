import type { SendAnswer } from "#lib/contract/index.ts";
import { readableAlerts } from "./alerts.ts";

/**
 * What the portal says when it refuses a document, word for word. A refusal releases the key and
 * the annulled document, so no other sentence counts: an expired session, or "already sent", leaves
 * open whether the document was issued.
 */
const refusals: ReadonlyMap<string, { unsigned: boolean }> = new Map([
  ["El documento fue rechazado y no ha sido enviado.", { unsigned: false }],
  ["Los datos del documento no corresponden a la vista previa.", { unsigned: false }],
  ["La empresa seleccionada cambió. Debe iniciar nuevamente la emisión.", { unsigned: false }],
  ["El documento no registra una firma válida y no ha sido enviado.", { unsigned: true }],
]);

const unsignedReceipt =
  /<p id="resultado">\s*Documento sin firma\. No se ha generado folio\.\s*<\/p>/;

/**
 * The portal's answer to the submission; null if the outcome is unknown. The list has the last
 * word.
 */
export function sendAnswerOf(html: string): SendAnswer | null {
  const folio = /id="folio">(\d+)</.exec(html)?.[1];
  if (folio !== undefined) return { kind: "accepted", folio: Number(folio) };
  const said = readableAlerts(html)?.map((text) => refusals.get(text));
  if (said === undefined) return null;
  const isUnsignedReceipt = unsignedReceipt.test(html);
  if (said.includes(undefined) || (said.length === 0 && !isUnsignedReceipt)) return null;
  return {
    kind: "refused",
    unsigned: isUnsignedReceipt || said.some((refusal) => refusal?.unsigned === true),
  };
}
