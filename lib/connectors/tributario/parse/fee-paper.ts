import { parseMonto, parseRut } from "#lib/chile/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import type { ReceiptOnPaper } from "#lib/contract/index.ts";

/**
 * Checks the text of a receipt's PDF against the receipt, and returns whether it is marked as
 * annulled. Only the PDF's own lines are read: text typed into the receipt is in capitals, or on
 * none of them.
 */
export function checkFeePaper(text: string, expected: ReceiptOnPaper): { anulada: boolean } {
  const lines = text.split("\n").map((line) => line.replaceAll(/\s+/g, " ").trim());
  const found = (sign: RegExp): string | null => {
    for (const line of lines) {
      const [, value] = sign.exec(line) ?? [];
      if (value !== undefined) return value;
    }
    return null;
  };
  const rutIn = (printed: string | null) => parseRut(printed ?? "");
  const gross = parseMonto(found(/^Total Honorarios: \$ ?([\d.]+)$/) ?? "")?.value;
  const issuer = rutIn(found(/^(?!Señor\(es\):).*RUT: ?([\d.]+-[\dK])$/));
  const receiver = rutIn(found(/^Señor\(es\):.*RUT: ?([\d.]+-[\dK])$/));
  const isOwn =
    found(/^N° ?(\d{1,15})$/) === String(expected.folio) &&
    issuer === expected.rutEmisor &&
    receiver === expected.rutReceptor &&
    gross === expected.bruto;
  if (!isOwn) throw unknownShape("the paper of another receipt");
  return { anulada: found(/^(ANULADA) el \d{2}\/\d{2}\/\d{4}$/) !== null };
}
