import { step, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";

/** What a PDF says, its lines apart and its pages one after the other. */
export async function pdfText(session: BrowserSession, bytes: Buffer): Promise<string> {
  const pages = await pdfPages(session, bytes);
  if (pages === null) throw unknownShape("a PDF that cannot be read");
  return pages.join("\n");
}

/** The text of each page; null when it is no PDF that anybody could read. */
export async function pdfPages(session: BrowserSession, bytes: Buffer): Promise<string[] | null> {
  // Of anything else it would print pieces, character by character, to the log of the process.
  if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-") return null;
  return step(session, "read the PDF", async () => {
    // 1.7 MB of code, for the few jobs that have a PDF to read.
    const { extractText } = await import("unpdf");
    // A copy, since it keeps what it is given.
    const read = extractText(new Uint8Array(bytes), { mergePages: false });
    return read.then(
      ({ text }) => text,
      // Its errors quote the file.
      () => null,
    );
  });
}
