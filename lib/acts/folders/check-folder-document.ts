import { parseRut } from "#lib/chile/index.ts";
import type { FolderDocument } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

const printedRut = /(?<![\d.])\d{1,2}\.?\d{3}\.?\d{3}-[\dkK](?![\dkK])/g;
/** How far from the end a reader looks for it. */
const endBytes = 1_024;

/** A folder's document must be a complete PDF that anybody can open, and about this company. */
export function checkFolderDocument({ bytes, pages }: FolderDocument, companyRut: string): void {
  if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-") throw invalid("not_a_pdf");
  if (!bytes.subarray(-endBytes).includes("%%EOF")) throw invalid("cut");
  if (bytes.includes("/Encrypt")) throw invalid("encrypted");
  if (pages === null) throw invalid("unreadable");
  if (pages.length === 0) throw invalid("empty");
  // The company it is about comes first; others may be named further on.
  const [first] = pages.join("\n").match(printedRut) ?? [];
  if (first === undefined || parseRut(first) !== companyRut) {
    throw new AppError("collection_identity_mismatch");
  }
}

function invalid(reason: string): AppError {
  return new AppError("collection_document_invalid", { cause: new Error(reason) });
}
