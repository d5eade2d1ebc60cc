import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCentavos, parseMonto } from "./monto.ts";

describe("parseMonto", () => {
  test.each([
    ["-$50.000", -50_000],
    ["$-50.000", -50_000],
    ["50.000-", -50_000],
    ["$50.000-", -50_000],
    ["(50.000)", -50_000],
    ["($ 50.000)", -50_000],
    ["$ 50.000", 50_000],
    ["- $ 50.000", -50_000],
    ["\u221250.000", -50_000],
    ["$\u00a050.000", 50_000],
    ["+50.000", 50_000],
    ["50.000+", 50_000],
    ["50000", 50_000],
    ["1.234,50", 1234.5],
    ["US$ 1.234,50", 1234.5],
    ["-US$0,50", -0.5],
    ["USD 1.234.567,89", 1_234_567.89],
    ["€10,5", 10.5],
    ["UF 39.485,65", 39_485.65],
    ["UF 12,3456", 12.3456],
    ["1.234,567", 1234.567],
    ["0,567", 0.567],
    ["1.234", 1234],
    ["0", 0],
    ["$0", 0],
    ["0,00", 0],
    ["  7  ", 7],
  ])("reads %j as %d", (text, value) => {
    expect(parseMonto(text)).toEqual({ value });
  });

  test.each(["-0", "0-", "(0)", "-$0,00"])("reads %j as a zero without sign", (text) => {
    expect(parseMonto(text)?.value).toBe(0);
  });

  test.each([
    "",
    " ",
    "-",
    "--",
    "$",
    "N/A",
    "Sin saldo",
    "()",
    "DOC 123",
    "12 abonos",
    "1.23",
    "1.5",
    "12.34.567",
    "1,234.50",
    "1,234,567",
    "1234.567",
    "50,000",
    "1.234,",
    ",50",
    "1.234,56789",
    "--5",
    "-5-",
    "(-5)",
    "-(5)",
    "(5",
    "5)",
    "-$-5",
    "1 234",
    "1. 234",
    "$$5",
    "5%",
    "1e5",
    "Infinity",
    "NaN",
    "0x10",
    "12/03/2026",
    "99.999.999.999.999.999",
    "١٢٣",
  ])("answers null, never 0, for %j", (text) => {
    expect(parseMonto(text)).toBeNull();
  });

  test("reads all ways of writing one negative amount alike", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (pesos) => {
        const digits = new Intl.NumberFormat("de-DE").format(pesos);
        const ways = [`-$${digits}`, `$-${digits}`, `${digits}-`, `(${digits})`, `-${pesos}`];
        expect(ways.map((way) => parseMonto(way)?.value)).toEqual(ways.map(() => -pesos));
      }),
    );
  });

  test("answers null for texts without a digit, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/\d/.test(text)),
        (text) => {
          expect(parseMonto(text)).toBeNull();
        },
      ),
    );
  });
});

describe("parseCentavos", () => {
  test.each([
    ["00000010000000-", -100_000],
    ["00000010000000", 100_000],
    ["00000010000000+", 100_000],
    ["-150", -1.5],
    ["5", 0.05],
    ["00000000", 0],
  ])("reads %j as %d", (text, value) => {
    expect(parseCentavos(text)).toEqual({ value });
  });

  test("reads a negative zero as a zero without sign", () => {
    expect(parseCentavos("0000-")?.value).toBe(0);
  });

  test.each(["", "-", "-5-", "1.000", "1,50", "$100", "12 3", "abc", "99999999999999999"])(
    "answers null, never 0, for %j",
    (text) => {
      expect(parseCentavos(text)).toBeNull();
    },
  );
});
