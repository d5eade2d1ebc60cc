import { step, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";

/** The text of a PDF, line by line and page after page. */
export async function pdfText(session: BrowserSession, bytes: Buffer): Promise<string> {
  const pages = await pdfPages(session, bytes);
  if (pages === null) throw unknownShape("a PDF that cannot be read");
  return pages.join("\n");
}

/** The text of each page; null if it is not a readable PDF. */
export async function pdfPages(session: BrowserSession, bytes: Buffer): Promise<string[] | null> {
  // For anything else the library would log fragments, character by character.
  if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-") return null;
  return step(session, "read the PDF", async () => {
    // 1.7 MB of code, for the few jobs with a PDF to read.
    const { extractText } = await import("unpdf");
    // A copy, since the library takes ownership of its input.
    const read = extractText(new Uint8Array(bytes), { mergePages: false });
    return read.then(
      ({ text }) => text,
      // Its errors quote the file.
      () => null,
    );
  });
}
