import { expect, test } from "vitest";
import { kindOfChange, type KindOfChange } from "./kind-of-change.ts";

const before = `
import { word, type Word } from "./word.ts";
import "./effect.ts";
const limit = 3;
export const schema = shape({ limit, check: (value: number) => value < limit });
export function first(value: Word): string {
  return word(value);
}
class Held {
  static most = 2;
  own = 1;
  read() { return this.own; }
}
`;
const cases: [what: string, from: string, to: string, kind: KindOfChange["kind"], name?: string][] =
  [
    ["a comment", "const limit", "// Why.\nconst limit", "nothing"],
    ["a type", "value: Word", "value: string", "nothing"],
    [
      "the body of a function",
      "return word(value)",
      "return word(value).trim()",
      "functions",
      "first",
    ],
    ["a method", "return this.own", "return -this.own", "functions", "Held"],
    ["a field of each object", "own = 1", "own = 2", "functions", "Held"],
    ["a function in a constant", "value < limit", "value <= limit", "functions", "schema"],
    ["a constant", "limit = 3", "limit = 4", "top", "limit"],
    ["what a constant is made of", "{ limit,", "{ limit, more: 1,", "top", "schema"],
    ["a static field", "most = 2", "most = 3", "top", "Held"],
    ["a new function", "class Held", "function second() {}\nclass Held", "functions", "second"],
    ["a new constant", "class Held", "const more = 1;\nclass Held", "top", "more"],
    ["a module for its effect", '"./effect.ts"', '"./other.ts"', "top", "import"],
    ["the module of a used name", '"./word.ts"', '"./other.ts"', "functions", "first"],
  ];

test.each(cases)("a change of %s is told from others", (_, from, to, kind, name) => {
  expect(before).toContain(from);
  const change = kindOfChange("lib/a.ts", before, before.replace(from, to));
  expect(change.kind).toBe(kind);
  if (change.kind !== "nothing") expect(change.names).toEqual([name]);
});

test("of statements that begin alike, each is seen", () => {
  const source = (most: number) =>
    `route("a name of many characters, so that both of them begin alike", ${most});\nroute("a name of many characters, so that both of them begin alike", 9);\n`;
  expect(kindOfChange("lib/a.ts", source(1), source(2)).kind).toBe("top");
});

test("a module that was moved is the same module", () => {
  const after = before.replace('"./word.ts"', '"../words/word.ts"');
  const places = { before: () => "lib/words/word.ts", after: () => "lib/words/word.ts" };
  expect(kindOfChange("lib/a.ts", before, after, places)).toEqual({ kind: "nothing" });
});

test("another module for a name that a constant is made with changes the constant", () => {
  const source = (from: string) =>
    `import { shape } from "${from}";\nexport const schema = shape();\n`;
  const change = kindOfChange("lib/a.ts", source("./a.ts"), source("./b.ts"));
  expect(change).toEqual({ kind: "top", names: ["schema"] });
});
