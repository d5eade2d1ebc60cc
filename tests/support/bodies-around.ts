import * as fc from "fast-check";

/** Bodies that a caller may send instead of a tool's example. */
export interface Mutation {
  name: string;
  body: string;
}

const boundaryTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00\ud800",
  "\u202e\u2066",
  "😀".repeat(40),
  "ñ".repeat(5_000),
  "x".repeat(100_000),
  "'; drop table records; --",
  "${7*7}{{7*7}}",
  "../../../etc/passwd",
  "%00%0a",
  "<script>alert(1)</script>",
  "2026-02-30",
  "2026-13",
  "0000-00",
  "9999999999999999999999",
  "-1",
  "NaN",
  "null",
  "__proto__",
];

const boundaryNumbers = [0, -0, -1, 1, 501, 0.5, 1e308, -1e308, 2 ** 53, 2 ** 31, Number.MIN_VALUE];

const wrongValues = [null, true, false, [], {}, [[]], [null], { a: { b: [] } }, ...boundaryNumbers];

const prototypeKeys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

// Made once: a text of any characters counts a million of them each time.
const value = fc.oneof(
  fc.constantFrom<unknown>(...wrongValues),
  fc.constantFrom(...boundaryTexts),
  fc.string({ unit: "binary" }),
  fc.jsonValue(),
);

/** Bodies close to a tool's own example, which find more than random ones. */
export function bodiesAround(example: Record<string, unknown>): fc.Arbitrary<Mutation> {
  const keys = Object.keys(example);
  const wrap = (name: string, input: unknown): Mutation => ({
    name,
    body: JSON.stringify({ input }),
  });
  // Includes fields that the example leaves out, because optional ones have schemas too.
  const anyKey = fc.constantFrom(...keys, "limit", "cursor", "periodo", "numeroCuenta", "codigo");
  return fc.oneof(
    fc.constant(wrap("the example", example)),
    anyKey.map((key) => wrap(`without ${key}`, without(example, key))),
    fc
      .tuple(anyKey, value)
      .map(([key, given]) => wrap(`another ${key}`, { ...example, [key]: given })),
    fc
      .tuple(fc.string(), value)
      .map(([key, given]) => wrap("a field more", { ...example, [`x${key}`]: given })),
    fc.tuple(fc.constantFrom(...prototypeKeys), anyKey).map(([key, at]) => ({
      name: `the key ${key}`,
      body: `{"input":${withRawKey(example, key, at)}}`,
    })),
    fc.jsonValue().map((input) => wrap("any JSON", input)),
    fc.string().map((body) => ({ name: "any text", body })),
    fc.constant(wrap("over 256 KiB", { ...example, lleno: "x".repeat(270_000) })),
    fc.nat({ max: 60 }).map((depth) => ({
      name: `nested ${depth}`,
      body: `{"input":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`,
    })),
  );
}

function without(example: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(example).filter(([name]) => name !== key));
}

/** Written by hand: an object literal would set the prototype instead of a key. */
function withRawKey(example: Record<string, unknown>, key: string, at: string): string {
  const inner = `{${JSON.stringify(key)}:{"polluted":true}}`;
  const own = Object.entries(example).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${[...own, `${JSON.stringify(key)}:1`, `${JSON.stringify(at)}:${inner}`].join(",")}}`;
}
