import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Before this one subjects were as long as they came. */
const base = "0365b9c11e5b48b93ea82b32ce62a7cef36eea6c";
const longest = 72;

function isSubject(text: string): boolean {
  return /^[a-z]+(?:\([a-z0-9-]+(?:, ?[a-z0-9-]+)*\))?: \S/.test(text) && text.length <= longest;
}

function git(...words: string[]): string | null {
  const { status, stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout : null;
}

test("a commit's subject says its type, and a terminal shows it whole", () => {
  // The log of a shallow clone ends after the base, and an archive has none.
  const isWhole = git("merge-base", "--is-ancestor", base, "HEAD") !== null;
  if (!isWhole) console.warn(`!!! ${base} IS NOT IN THIS HISTORY: no commit's subject is read !!!`);
  const log = isWhole ? git("log", "--no-merges", "--format=%h %s", `${base}..HEAD`) : "";
  expect(log).not.toBeNull();
  const commits = (log ?? "").split("\n").filter((line) => line !== "");
  expect(commits.filter((line) => !isSubject(line.slice(line.indexOf(" ") + 1)))).toEqual([]);
});

test.each([
  ["fix(egress): an unasked answer is not the end of one", true],
  ["docs: a README of one screen", true],
  ["A README of one screen", false],
  ["docs(readme) a README of one screen", false],
  [`docs: ${"a".repeat(longest - 6)}`, true],
  [`docs: ${"a".repeat(longest - 5)}`, false],
])("%s: %s", (subject, is) => {
  expect(isSubject(subject)).toBe(is);
});
