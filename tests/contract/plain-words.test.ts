import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  exceptions,
  found,
  oneMeaning,
  rules,
  type Finding,
} from "#tests/support/structure/plain-words.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const names = "tests/support/structure/plain-words.ts";

const texts = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"],
  { cwd: root, encoding: "utf8" },
)
  .split("\n")
  .filter((file) => /^(?:(?:lib|functions|infra|tests|docs)\/.+|[^/]+)\.(?:tsx?|js|md)$/.test(file))
  // The list of the words has them all.
  .filter((file) => file !== names && existsSync(path.join(root, file)))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));

const findings = texts.flatMap(({ file, text }) => found(file, text));

function isExcepted({ file, text }: Finding): boolean {
  return exceptions.some((one) => one.file === file && text.includes(one.text));
}

test.each(rules)("$word: $instead", (rule) => {
  const broken = findings.filter((one) => one.rule === rule && !isExcepted(one));
  expect(broken.map(({ file, line, text }) => `${file}:${line} ${text.trim()}`)).toEqual([]);
});

test("the words are looked for in every source, README, AGENTS and the docs", () => {
  expect(texts.length).toBeGreaterThan(2_700);
  const read = texts.map(({ file }) => file);
  expect(read).toEqual(expect.arrayContaining(["README.md", "AGENTS.md", "docs/operations.md"]));
});

test.each(rules)("a line with $word is found", (rule) => {
  const broken = found("lib/kernel/log.ts", `// One line.\n${rule.example}\n`);
  expect(broken).toEqual([{ file: "lib/kernel/log.ts", line: 2, text: rule.example, rule }]);
});

test("every exception is one that is needed", () => {
  const unused = exceptions.filter(
    (one) => !findings.some(({ file, text }) => file === one.file && text.includes(one.text)),
  );
  expect(unused).toEqual([]);
  expect(exceptions).toHaveLength(4);
});

test.each(oneMeaning)("%s is exported by one file at most", (name) => {
  const exported = new RegExp(
    String.raw`^export (?:async )?(?:type|interface|class|const|function) ${name}\b`,
    "m",
  );
  const files = texts.filter(({ text }) => exported.test(text)).map(({ file }) => file);
  expect(files.slice(1)).toEqual([]);
});
