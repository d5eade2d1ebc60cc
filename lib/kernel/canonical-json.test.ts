import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonicalJson", () => {
  test("sorts integer-like keys as text, where JSON.stringify would not", () => {
    expect(canonicalJson({ 9: 2, 10: 1 })).toBe('{"10":1,"9":2}');
    expect(canonicalJson({ b: 1, 2: 1, a: 1, 10: 1 })).toBe('{"10":1,"2":1,"a":1,"b":1}');
  });

  test("sorts by UTF-16 code units", () => {
    // U+FB33 is above the surrogates of U+1F600 in code units, below it in code points.
    expect(canonicalJson({ "\ufb33": 1, "\u{1f600}": 2, ñ: 3, Z: 4, a: 5 })).toBe(
      '{"Z":4,"a":5,"ñ":3,"\u{1f600}":2,"\ufb33":1}',
    );
  });

  test("sorts at every depth and keeps the order of arrays", () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 3, 1], a: { f: null, e: true } })).toBe(
      '{"a":{"e":true,"f":null},"b":[{"c":2,"d":1},3,1]}',
    );
  });

  test("writes scalars as JSON does", () => {
    expect(canonicalJson('a "quote"\n')).toBe(String.raw`"a \"quote\"\n"`);
    expect(canonicalJson(1e21)).toBe("1e+21");
    expect(canonicalJson(-0)).toBe("0");
    expect(canonicalJson(null)).toBe("null");
    expect(canonicalJson({})).toBe("{}");
    expect(canonicalJson([])).toBe("[]");
  });

  test("drops undefined properties", () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  test("honours toJSON, also of a Date", () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
    expect(canonicalJson({ x: { toJSON: (key: string) => ({ b: key, a: 1 }) } })).toBe(
      '{"x":{"a":1,"b":"x"}}',
    );
    expect(canonicalJson({ toJSON: "only a member" })).toBe('{"toJSON":"only a member"}');
  });

  test("keeps a __proto__ member", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe(
      '{"__proto__":{"a":2,"b":1}}',
    );
  });

  test("writes an object that is used twice without being a cycle", () => {
    const shared = { a: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  const cyclic: { self?: unknown } = {};
  cyclic.self = [cyclic];
  test.each([
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["-Infinity", Number.NEGATIVE_INFINITY],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["a bigint", 1n],
    ["undefined", undefined],
    ["undefined in an array", [undefined]],
    ["a hole in an array", Array.from({ length: 1 }).fill(1).concat(Array(1))],
    ["a Map", new Map([["a", 1]])],
    ["a Set", new Set([1])],
    ["a boxed number", Object(1)],
    ["a cycle", cyclic],
  ])("refuses %s", (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson({ nested: [{ value: [value] }] })).toThrow(TypeError);
  });

  test("parses back to the value it was made of", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // Through JSON once, because JSON itself has only one zero.
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("does not depend on the order of the keys", () => {
    const anyKey = fc.oneof(fc.string(), fc.nat({ max: 30 }).map(String));
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(anyKey, fc.jsonValue()), { selector: ([key]) => key }),
        (entries) => {
          const forwards = Object.fromEntries(entries);
          const backwards = Object.fromEntries(entries.toReversed());
          expect(canonicalJson(forwards)).toBe(canonicalJson(backwards));
        },
      ),
    );
  });

  test("prints the keys in code unit order", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.string(), fc.nat().map(String)), fc.nat()),
        (object) => {
          const members = Object.keys(object)
            .toSorted()
            .map((key) => `${JSON.stringify(key)}:${object[key]}`);
          expect(canonicalJson(object)).toBe(`{${members.join(",")}}`);
        },
      ),
    );
  });
});
