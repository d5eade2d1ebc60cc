import { santiagoDay } from "../../../generator/calendar.ts";
import { companyOf } from "../../../generator/companies.ts";
import { dottedRut } from "../../../generator/rut.ts";
import type { PdfPages } from "../../../system/pdf.ts";
import { dotted, printedDay } from "../words.ts";
import { printedRate } from "./issue-pages.ts";
import type { FeeReceiptNow } from "./receipt.ts";

/** A receipt on one page, without the bar code as text. */
export function printedReceipt(company: string, receipt: FeeReceiptNow): PdfPages {
  const own = { name: companyOf(company).name, rut: company };
  const other = { name: receipt.name, rut: receipt.rut };
  const [issuer, receiver] = receipt.side === "emitidas" ? [own, other] : [other, own];
  const lines = [
    "BOLETA DE HONORARIOS ELECTRÓNICA",
    `N° ${receipt.folio}`,
    ...(receipt.annulledAt ? [`ANULADA el ${printedDay(santiagoDay(receipt.annulledAt))}`] : []),
    `${issuer.name}  RUT: ${rutOrNone(issuer.rut)}`,
    ...(receipt.issuedFrom ? [receipt.issuedFrom] : []),
    `Fecha: ${printedDay(receipt.day)}`,
    `Señor(es): ${receiver.name}  RUT: ${rutOrNone(receiver.rut)}`,
    ...(receipt.address ? [`Domicilio: ${receipt.address}`] : []),
    "Por atención profesional:",
    ...receipt.lines.map(({ text, amount }) => `${text}  ${dotted(amount)}`),
    `Total Honorarios: $ ${dotted(receipt.gross)}`,
    ...(receipt.partnership
      ? []
      : [`${printedRate(receipt.rate)} % Impto. Retenido: $ ${dotted(receipt.withheld)}`]),
    `Total: $ ${dotted(receipt.gross - receipt.withheld)}`,
  ];
  return [lines];
}

function rutOrNone(rut: string | null): string {
  return rut === null ? "sin RUT" : dottedRut(rut);
}
