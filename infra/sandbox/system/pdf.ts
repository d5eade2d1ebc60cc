export type PdfPages = readonly (readonly string[])[];

interface PdfMore {
  /** As if it had a password: the file names an encryption for which nobody has the key. */
  encrypted?: boolean;
  /** Bytes of padding, in an object that no page uses. */
  ballastBytes?: number;
}

const firstPage = 4;

/** Lines of text on pages, as a real file: header, objects, cross-reference table, trailer. */
export function pdfFile(pages: PdfPages, more: PdfMore = {}): Uint8Array<ArrayBuffer> {
  const pageIds = pages.map((_, index) => firstPage + index * 2);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((lines, index) => pageOf(lines, firstPage + index * 2)),
  ];
  if (more.ballastBytes) objects.push(streamOf("0".repeat(more.ballastBytes)));
  if (more.encrypted) objects.push(lock);
  const extra = more.encrypted ? ` /Encrypt ${objects.length} 0 R /ID [<${key}> <${key}>]` : "";
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${extra} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text + table + end, "latin1"));
}

function pageOf(lines: readonly string[], id: number): string[] {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join(" ");
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${id + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    streamOf(`BT /F1 11 Tf 50 780 Td 18 TL ${shown} ET`),
  ];
}

function streamOf(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

const key = "6f".repeat(32);
const lock = `<< /Filter /Standard /V 1 /R 2 /P -44 /O <${key}> /U <${key}> >>`;

/** One byte per character, so that offsets are lengths. */
function escaped(text: string): string {
  return text.replace(/[\u0100-\u{10ffff}]/gu, "?").replace(/[()\\]/g, String.raw`\$&`);
}
