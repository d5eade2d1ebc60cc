import { expect, test } from "vitest";
import { settings } from "#lib/kernel/config.ts";
import { codeOf } from "#tests/support/structure/import-graph.ts";
import { measured } from "#tests/support/structure/measured.ts";

test("every setting is in the list of a function or a command that reads it", () => {
  const readers = measured
    .filter(({ imports }) => imports.some(({ target }) => target === "lib/kernel/config.ts"))
    .map(({ text }) => codeOf(text));
  expect(readers.length).toBeGreaterThan(10);
  const names = Object.keys(settings);
  expect(names.length).toBeGreaterThan(40);
  const unread = names.filter((name) => readers.every((code) => !code.includes(`"${name}"`)));
  expect(unread).toEqual([]);
});
