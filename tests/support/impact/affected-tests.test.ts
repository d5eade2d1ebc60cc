import { expect, test } from "vitest";
import { affectedTests } from "./affected-tests.ts";
import type { FileImpact, ImpactMap } from "./impact-map.ts";
import type { KindOfChange } from "./kind-of-change.ts";

const tests = ["lib/a.test.ts", "lib/b.test.ts", "lib/c.test.ts", "lib/d.test.ts"];
const [a = "", b = "", c = "", d = ""] = tests;
const impact = (
  ran: string[],
  top: string[] = [],
  read: string[] = [],
  atLoad: string[] = [],
): FileImpact => ({
  ran: new Set(ran),
  top: new Set(top),
  read: new Set(read),
  atLoad,
});
const map: ImpactMap = {
  commit: "abc",
  tests: new Map(tests.map((name) => [name, 1])),
  files: new Map([
    ["lib/a.ts", impact([a], [b], [c], ["makes"])],
    ["lib/old.ts", impact([b])],
    ["docs/page.md", impact([], [], [d])],
    ...Array.from(
      { length: 300 },
      (_, index) => [`lib/x${index}.ts`, impact([], [], [d])] as const,
    ),
  ]),
};
const sources = new Map([
  ...tests.map((name) => [name, ""] as const),
  ["lib/a.ts", 'import { fresh } from "./fresh.ts";\n'],
  ["lib/fresh.ts", ""],
  ["lib/reader.ts", 'read("lib/table.json")'],
  ["lib/c.test.ts", 'const place = "./table.json";'],
]);
const chosen = (file: string, kind: KindOfChange | null = null) =>
  [...affectedTests({ map, changes: [{ file, kind }], sources })].map(([name]) => name);
const inside = (text: string): KindOfChange => ({
  kind: "functions",
  names: ["one"],
  texts: [text],
});

const cases: [what: string, picked: string[], expected: string[]][] = [
  ["types: those that read it", chosen("lib/a.ts", { kind: "nothing" }), [c]],
  [
    "a function: those that ran its file",
    chosen("lib/a.ts", inside("function one() {}")),
    [c, a, d],
  ],
  [
    "a function that makes constants: those that use them too",
    chosen("lib/a.ts", inside("function makes() {}")),
    [c, a, b, d],
  ],
  [
    "a constant: those that need it",
    chosen("lib/a.ts", { kind: "top", names: ["one"] }),
    [c, a, b, d],
  ],
  ["a new source: those that run what imports it", chosen("lib/fresh.ts"), [a, d]],
  ["a page: those that read it", chosen("docs/page.md"), [d]],
  ["a table that nobody read yet: those that name it", chosen("lib/table.json"), [c]],
  ["a test: itself, and what judges the tree", chosen(a, { kind: "top", names: [] }), [a, d]],
  ["what every test runs with: all", chosen("package.json"), tests],
];

test.each(cases)("of %s", (_, picked, expected) => {
  expect(picked.toSorted()).toEqual(expected.toSorted());
});

test("a test that is not in the map runs always", () => {
  const more = new Map(sources).set("lib/new.test.ts", "");
  expect([...affectedTests({ map, changes: [], sources: more })]).toEqual([
    ["lib/new.test.ts", "is not in the map"],
  ]);
});
