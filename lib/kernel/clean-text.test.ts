import { describe, expect, test } from "vitest";
import { cleanJson, cleanLines, cleanText, storableId } from "./clean-text.ts";

test.each([
  ["COMPRA\u0000X", "COMPRAX"],
  ["gracias \ud83d", "gracias \ufffd"],
  ["\ude00 gracias", "\ufffd gracias"],
  ["una\nlínea,\r\notra\ty \u2028otra", "una línea, otra y  otra"],
  ["\u001b[31mrojo\u0007 y\u0085 más", "[31mrojo y más"],
  ["SYSTEM:\u202e fix\u200b", "SYSTEM: fix"],
  ["\ufeffa\u061cb\u2060c\u2066d\u{e0041}e\u{e007f}", "abcde"],
  ["Muñoz & Ñandú, Índigo: 100 % 😀", "Muñoz & Ñandú, Índigo: 100 % 😀"],
])("%j is stored as %j", (text, kept) => {
  expect(cleanText(text)).toBe(kept);
});

test("500 characters are kept, and never half a character", () => {
  expect(cleanText("ñ".repeat(500))).toBe("ñ".repeat(500));
  expect(cleanText("ñ".repeat(501))).toBe("ñ".repeat(500));
  expect(cleanText(`${"x".repeat(499)}😀`)).toBe("x".repeat(499));
  expect(cleanText(`${"\u200b".repeat(400)}${"x".repeat(500)}`)).toBe("x".repeat(500));
});

describe("a row", () => {
  const hidden = [
    "\u0000",
    "\ud83d",
    "\n",
    "\t",
    "\u007f",
    "\u0085",
    "\u061c",
    "\u200b",
    "\u2028",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\u{e0041}",
    "\u00ad",
    "\u034f",
    "\u115f",
    "\u17b4",
    "\u180e",
    "\u2800",
    "\u3164",
    "\ufe0f",
    "\uffa0",
    "\u{1d173}",
    "\u{e0155}",
  ];
  test.each(hidden)("with %j in it is the row of clean texts", (character) => {
    const text = `a${character}b`;
    expect(JSON.parse(cleanJson({ text, more: [{ text }], monto: 1, nada: null }).json)).toEqual({
      text: cleanText(text),
      more: [{ text: cleanText(text) }],
      monto: 1,
      nada: null,
    });
  });

  test("that is clean stays unchanged, even when it is long", () => {
    const rows = [
      { descripcion: 'Ñ Í & "comillas" \\ 😀', monto: -1.5, a: [true, null] },
      { a: "x".repeat(400), b: "y".repeat(400) },
    ];
    for (const row of rows) {
      expect(cleanJson(row)).toEqual({ json: JSON.stringify(row), changed: false });
    }
  });

  test("with one text that is too long keeps 500 of its characters", () => {
    expect(JSON.parse(cleanJson({ a: "x".repeat(600), b: "y" }).json)).toEqual({
      a: "x".repeat(500),
      b: "y",
    });
  });
});

test("no character that is drawn as nothing is kept in a text, a line or a row", () => {
  const drawnAsNothing = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
  let count = 0;
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!drawnAsNothing.test(character)) continue;
    count += 1;
    const text = `a${character}b`;
    const row = JSON.parse(cleanJson({ text }).json) as unknown;
    const kept = [cleanText(text), cleanLines(text), row];
    if (JSON.stringify(kept) !== '["ab","ab",{"text":"ab"}]') {
      expect.fail(`U+${code.toString(16)}: ${JSON.stringify(kept)}`);
    }
  }
  expect(count).toBeGreaterThan(4_000);
});

test("a stored row's name keeps them, or the row would be kept twice", () => {
  for (const id of ["a\u200bb", "a\u00adb", "a\ufe0fb", "a\u{e0155}b"]) {
    expect(storableId(id)).toBe(id);
  }
});
