import { expect, test } from "vitest";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { checkFolderDocument } from "./check-folder-document.ts";

const rut = "76555835-2";
const whole = Buffer.from("%PDF-1.4\n1 0 obj\nendobj\ntrailer\n%%EOF\n");
const ours = "RUT: 76.555.835-2  Importadora Ñuble";

function refusal(bytes: Buffer, pages: string[] | null): unknown {
  try {
    checkFolderDocument({ bytes, pages }, rut);
    return null;
  } catch (error) {
    const { code, cause } = error as AppError;
    return [code, (cause as Error | undefined)?.message];
  }
}

test("a complete PDF that names the company first passes", () => {
  expect(refusal(whole, [ours])).toBeNull();
  expect(refusal(whole, ["CARPETA", `${ours}\nSocio: 12.345.678-5`])).toBeNull();
  expect(refusal(whole, ["RUT 76555835-2"])).toBeNull();
});

const other = "collection_identity_mismatch";
const invalid = "collection_document_invalid";
test.each([
  ["another company", whole, ["RUT: 77.123.456-5"], [other, undefined]],
  ["another company first", whole, [`Socio: 12.345.678-5\n${ours}`], [other, undefined]],
  ["nobody", whole, ["CARPETA"], [other, undefined]],
  ["a longer number", whole, ["1.76.555.835-2"], [other, undefined]],
  ["a page of HTML", Buffer.from("<html>%%EOF"), [ours], [invalid, "not_a_pdf"]],
  ["nothing", Buffer.alloc(0), [ours], [invalid, "not_a_pdf"]],
  ["half of a file", Buffer.from("%PDF-1.4\n1 0 obj"), [ours], [invalid, "cut"]],
  ["a locked file", Buffer.from("%PDF-1.4 /Encrypt 9 0 R %%EOF"), [ours], [invalid, "encrypted"]],
  ["what cannot be read", whole, null, [invalid, "unreadable"]],
  ["no page", whole, [], [invalid, "empty"]],
])("%s does not", (_, bytes, pages, expected) => {
  expect(refusal(bytes, pages)).toEqual(expected);
});
