/** The text lines of one of our PDFs, whose streams are not compressed. */
export function pdfLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString("latin1");
  return [...text.matchAll(/\(((?:[^()\\]|\\.)*)\) Tj/g)].map(([, line = ""]) =>
    line.replace(/\\(.)/g, "$1"),
  );
}

/** Whether each object is where the cross-reference table says, and the file ends correctly. */
export function isWholePdf(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("latin1");
  const [, table = ""] = /xref\n\d+ \d+\n([^]*)trailer/.exec(text) ?? [];
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  const areThere = offsets.every((offset, index) =>
    text.startsWith(`${index + 1} 0 obj\n`, offset),
  );
  return text.startsWith("%PDF-") && text.endsWith("%%EOF\n") && offsets.length > 0 && areThere;
}
