import { expect, test } from "vitest";
import { documentTerms } from "#lib/acts/documents/index.ts";
import { invoiceTerms } from "#lib/acts/invoicing/index.ts";
import { errorCodes, errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { measured } from "#tests/support/structure/measured.ts";

// Callers who branch on a code read its details: what is thrown must match what its page says.

interface Thrown {
  file: string;
  code: ErrorCode;
  fields: string[];
}

/** Every `new AppError("code", { details: { … } })` with literal details. */
function thrownIn({ file, text }: { file: string; text: string }): Thrown[] {
  const made = /new AppError\(\s*"(\w+)",\s*\{\s*(?:\.\.\.\([^{]*\{\s*)?details: (?=\{)/g;
  return [...text.matchAll(made)].map((match) => {
    const written = objectAt(text, match.index + match[0].length);
    return { file, code: match[1] as ErrorCode, fields: fieldsOf(written) };
  });
}

/** From its opening brace to the matching one. */
function objectAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  throw new TypeError("an object without an end");
}

/** Its own fields, without nested ones. */
function fieldsOf(object: string): string[] {
  let flat = object.slice(1, -1);
  for (let before = ""; before !== flat;) {
    before = flat;
    flat = flat.replaceAll(/\{[^{}]*\}|\([^()]*\)|\[[^[\]]*\]/g, "");
  }
  const parts = flat.split(",").map((part) => part.trim());
  return parts.flatMap((part) => /^(\w+)(?::|$)/.exec(part)?.[1] ?? []);
}

const thrown = measured.flatMap(thrownIn);

test("thrown details are found in the sources", () => {
  expect(thrown.length).toBeGreaterThan(60);
  expect(thrown.every(({ code }) => errorCodes.includes(code))).toBe(true);
  expect(
    thrownIn({ file: "a", text: 'new AppError("timeout", { details: { a, b: { c }, ...d } })' }),
  ).toEqual([{ file: "a", code: "timeout", fields: ["a", "b"] }]);
});

test("the catalogue documents every field of details", () => {
  const unsaid = thrown.flatMap(({ file, code, fields }) => {
    const said = errorEntry(code).details ?? "";
    return fields
      .filter((field) => !new RegExp(`\`${field}(?:\\[\\])?\``).test(said))
      .map((field) => `${code}: ${field} (${file})`);
  });
  expect(unsaid).toEqual([]);
});

test("the catalogue documents what a refusal at the sending carries", () => {
  const refused = [documentTerms, invoiceTerms].flatMap(({ words }) =>
    Object.values(words.refusals),
  );
  // A mail that provably was not sent.
  const codes = new Set<ErrorCode>([...refused, "upstream_error"]);
  const silent = [...codes].filter((code) => {
    const said = errorEntry(code).details ?? "";
    return !["operacionId", "reason", "recibo"].every((field) => said.includes(`\`${field}\``));
  });
  expect(silent).toEqual([]);
});
