import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkDigitOf, formatRut, parseRut, Rut } from "./rut.ts";

const VALID = [
  "60910000-1",
  "76555835-2",
  "76177907-9",
  "76369187-K",
  "77879240-0",
  "96874030-K",
  "66666666-6",
  "55555555-5",
  "11111111-1",
  "1-9",
  "12345678-5",
  "76123456-0",
];

const anyBody = fc.integer({ min: 1, max: 99_999_999 });
const anyRut = anyBody.map((body) => `${body}-${checkDigitOf(body)}` as Rut);

describe("parseRut", () => {
  test.each(VALID)("accepts %s", (text) => {
    expect(parseRut(text)).toBe(text);
  });

  test.each(["76123456-7", "12345678-9", "76369187-1", "77879240-K"])(
    "rejects %s, whose check digit is wrong",
    (text) => {
      expect(parseRut(text)).toBeNull();
    },
  );

  test.each([
    ["96.874.030-k", "96874030-K"],
    ["96874030k", "96874030-K"],
    ["12.345.678-5", "12345678-5"],
    ["12.345.6785", "12345678-5"],
    ["0704380011", "70438001-1"],
    ["0000000019", "1-9"],
    ["076.555.835-2", "76555835-2"],
    ["  76555835-2\n", "76555835-2"],
  ])("reads %j as %s", (text, rut) => {
    expect(parseRut(text)).toBe(rut);
  });

  test.each([
    "",
    "-",
    "K",
    "-9",
    "0-0",
    "00",
    "1",
    "12345678-",
    "12345678-L",
    "12.34.5678-5",
    "1.2345.678-5",
    "12,345,678-5",
    "12345678--5",
    "1 2345678-5",
    "112345678-5",
    "RUT 12345678-5",
    "١٢٣٤٥٦٧٨-5",
  ])("rejects %j", (text) => {
    expect(parseRut(text)).toBeNull();
  });

  test("finds exactly one check digit for every number", () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const accepted = "0123456789K"
          .split("")
          .filter((digit) => parseRut(`${body}-${digit}`) !== null);
        expect(accepted).toEqual([checkDigitOf(body)]);
      }),
    );
  });

  test("reads back every way of writing a RUT", () => {
    fc.assert(
      fc.property(anyRut, (rut) => {
        const bare = rut.replace("-", "");
        for (const written of [
          rut,
          formatRut(rut),
          bare,
          rut.toLowerCase(),
          bare.padStart(10, "0"),
        ]) {
          expect(parseRut(written)).toBe(rut);
        }
      }),
    );
  });

  test("notices one wrong digit, and two swapped neighbours", () => {
    fc.assert(
      fc.property(anyRut, fc.nat({ max: 7 }), fc.nat({ max: 9 }), (rut, at, other) => {
        const body = rut.slice(0, -2);
        const place = at % body.length;
        const changed = body.slice(0, place) + String(other) + body.slice(place + 1);
        const swapped =
          body.slice(0, place) +
          body
            .slice(place, place + 2)
            .split("")
            .toReversed()
            .join("") +
          body.slice(place + 2);
        for (const wrong of [changed, swapped].filter((it) => it !== body && !it.startsWith("0"))) {
          expect(parseRut(`${wrong}${rut.slice(-2)}`)).toBeNull();
        }
      }),
    );
  });

  test("does not slow down on a long text", () => {
    expect(parseRut("1".repeat(200_000))).toBeNull();
    expect(parseRut(`${"1.111".repeat(40_000)}x`)).toBeNull();
  });
});

// Sums worked by hand: 60910000 is 6·3 + 9·7 + 1·6 = 87 = 7·11 + 10; 96874030 is 166 = 15·11 + 1;
// 77879240 is 198 = 18·11; 1 is 2.
test.each([
  [60_910_000, "1"],
  [96_874_030, "K"],
  [77_879_240, "0"],
  [1, "9"],
])("the check digit of %d is %s", (body, digit) => {
  expect(checkDigitOf(body)).toBe(digit);
});

describe("formatRut", () => {
  test.each([
    ["76369187-K", "76.369.187-K"],
    ["1-9", "1-9"],
    ["123456-0", "123.456-0"],
    ["1234567-4", "1.234.567-4"],
  ])("prints %s as %s", (rut, printed) => {
    expect(formatRut(rut as Rut)).toBe(printed);
  });
});

describe("Rut", () => {
  test("returns the canonical form", () => {
    expect(Rut.parse("96.874.030-k")).toBe("96874030-K");
    expect(Rut.parse(Rut.parse("0704380011"))).toBe("70438001-1");
  });

  test.each(["76123456-7", "no", "", 5, null, undefined])("says why %j is refused", (input) => {
    const issues = Rut.safeParse(input).error?.issues ?? [];
    expect(issues).toHaveLength(1);
    expect(issues[0]?.message).toContain("Not a valid RUT");
  });

  test("converts to JSON Schema, as an input and as an output", () => {
    const schema = z.strictObject({ rut: Rut });
    expect(z.toJSONSchema(schema, { io: "input" })).toMatchObject({
      properties: { rut: { type: "string", examples: ["76555835-2", "12.345.678-5"] } },
    });
    expect(z.toJSONSchema(schema, { io: "output" })).toMatchObject({
      properties: { rut: { pattern: String.raw`^[1-9]\d{0,7}-[\dK]$`, examples: ["76555835-2"] } },
    });
  });

  test("accepts the examples it shows", () => {
    const shown = z.toJSONSchema(Rut, { io: "input" }).examples;
    expect(z.array(Rut).parse(shown)).toEqual(["76555835-2", "12345678-5"]);
  });
});
