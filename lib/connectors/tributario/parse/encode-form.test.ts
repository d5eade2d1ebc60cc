import { array, assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { encodeForm } from "./encode-form.ts";

/** As a Latin-1 server reads a form. */
function decoded(body: string): Record<string, string> {
  const text = (part: string): string =>
    part
      .replaceAll("+", " ")
      .replaceAll(/%([0-9A-F]{2})/g, (_all, hex: string) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      );
  return Object.fromEntries(body.split("&").map((pair) => pair.split("=").map(text)));
}

test("Ñ, & and = arrive as they are", () => {
  expect(encodeForm({ REC_RAZON: "Ñu & Cía=1+1%", A: "a b" })).toBe(
    "REC_RAZON=%D1u%20%26%20C%EDa%3D1%2B1%25&A=a%20b",
  );
});

test("any Latin-1 text comes back unchanged", () => {
  const latin1 = array(integer({ min: 0x20, max: 0xff }), { maxLength: 40 }).map((codes) =>
    String.fromCodePoint(...codes),
  );
  assert(
    property(latin1, (text) => {
      expect(decoded(encodeForm({ CAMPO: text }))).toEqual({ CAMPO: text });
    }),
  );
});

test("a character outside Latin-1 is refused and never becomes another one", () => {
  for (const text of ["–", "€", "🙂"]) expect(() => encodeForm({ A: text })).toThrow(RangeError);
});
