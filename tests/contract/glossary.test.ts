import { describe, expect, test } from "vitest";
import { measured } from "#tests/support/structure/measured.ts";
import { declaredNames } from "#tests/support/structure/names.ts";
import { tableOf } from "#tests/support/texts/markdown-tables.ts";

const rows = await tableOf("docs/glossary.md", ["word", "what it is"]);
const others = await tableOf("docs/glossary.md", ["word", "not called"]);
const banned = others.flatMap(({ word = "", "not called": not = "" }) =>
  [...not.matchAll(/`(\w+)`/g)].map(([, spelling = ""]) => ({ word, spelling })),
);

const names = measured
  .filter(({ file }) => /^lib\/(?!client\/)/.test(file))
  .flatMap((source) => declaredNames(source).map((name) => ({ name, file: source.file })));

function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((word) => word.toLowerCase());
}

/** In any form of its words: `look` is in `startLook`, `looksLike` and `lookedFor`. */
function has(name: string, spelling: string): boolean {
  const words = wordsOf(spelling).map((word) => `${word}(?:s|ed|ing)?`);
  return new RegExp(`(?:^|-)${words.join("-")}(?:-|$)`).test(wordsOf(name).join("-"));
}

test("each word has one line, which says what it is", () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows.map(({ word }) => word)).size).toBe(rows.length);
  expect(rows.filter((row) => row["what it is"] === "")).toEqual([]);
  expect(rows.map(({ word }) => word)).toEqual(
    expect.arrayContaining(others.map(({ word }) => word)),
  );
});

test("a spelling is found wherever it is in a name, and only as a word", () => {
  const found = ["lookOnce", "startLook", "LookVisit", "looksLike", "lookedFor"];
  expect(found.filter((name) => !has(name, "look"))).toEqual([]);
  expect(["outlook", "lookup", "askOnce"].filter((name) => has(name, "look"))).toEqual([]);
  expect(has("refuseLookAlike", "lookAlike")).toBe(true);
});

describe.each(banned)("what is called $word in the glossary", ({ spelling }) => {
  test(`is exported by lib under no name with "${spelling}"`, () => {
    expect(names.length).toBeGreaterThan(2_000);
    const found = names.filter(({ name }) => has(name, spelling));
    expect(found.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
  });
});
