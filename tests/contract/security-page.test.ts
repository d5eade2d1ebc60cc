import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const page = await readFile(new URL("docs/security.md", root), "utf8");
const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = ""]) => file);

test("the tests named on the page exist", () => {
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  const threats = page.split(/^(?=- \*\*)/m).filter((entry) => /^ {2}- ASVS .*API\d+/m.test(entry));
  expect(threats.length).toBeGreaterThan(60);
  expect(threats.filter((entry) => !/Shown by\s[^]*\.test\.ts`/.test(entry))).toEqual([]);
});

test("every attack in the tests has its entry", async () => {
  const attacks = (await readdir(new URL("tests/attacks/", root)))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/attacks/${name}`);
  expect(attacks.length).toBeGreaterThan(8);
  expect(attacks.filter((file) => !named.includes(file))).toEqual([]);
});
