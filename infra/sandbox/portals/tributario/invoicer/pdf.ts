import { companyOf } from "../../../generator/companies.ts";
import { dottedRut } from "../../../generator/rut.ts";
import { dotted, issuedTypeName, printedDay } from "../words.ts";
import type { IssuedDocument } from "./issued-document.ts";

/** A document on one page, as a real file: header, objects, cross-reference table, trailer. */
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
  const content = `BT /F1 11 Tf 50 780 Td 18 TL ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text + table + end, "latin1"));
}

/** One byte a character, so that offsets are lengths. */
function escaped(text: string): string {
  return text.replace(/[\u0100-\u{10ffff}]/gu, "?").replace(/[()\\]/g, String.raw`\$&`);
}
