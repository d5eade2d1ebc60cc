import { companyOf } from "../../../generator/companies.ts";
import { dottedRut } from "../../../generator/rut.ts";
import { pdfFile } from "../../../system/pdf.ts";
import { dotted, issuedTypeName, printedDay } from "../words.ts";
import type { IssuedDocument } from "./issued-document.ts";

/** A document on one page. */
export function pdfOf(company: string, issued: IssuedDocument): Uint8Array<ArrayBuffer> {
  const lines = [
    `${companyOf(company).name}  RUT ${dottedRut(company)}`,
    `${issuedTypeName(issued.docType)}  N° ${issued.folio}`,
    `Fecha: ${printedDay(issued.day)}`,
    `Señor(es): ${issued.name}  RUT ${dottedRut(issued.rut)}`,
    ...issued.lines.map(({ name, amount }) => `${name}  ${dotted(amount)}`),
    `Neto: ${dotted(issued.net)}  Exento: ${dotted(issued.exempt)}  IVA: ${dotted(issued.vat)}`,
    `Total: ${dotted(issued.total)}`,
  ];
  return pdfFile([lines]);
}
