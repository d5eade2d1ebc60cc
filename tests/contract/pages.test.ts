import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

// README and docs/ are read in a terminal too, often in a hurry: no line of theirs breaks there.
const columns = 120;
const screen = 120;

const inDocs = (await readdir("docs")).filter((name) => name.endsWith(".md"));
const files = ["README.md", ...inDocs.map((name) => `docs/${name}`)];
const texts = new Map(
  await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const)),
);

/** The targets of a page's links within the repository, from its root. */
function linksOf(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) =>
      target.startsWith("#") ? `${file}${target}` : path.join(path.dirname(file), target),
    );
}

/** As the forge and the editors name headings in an address. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test.each(files)("%s: a terminal shows its lines whole", (file) => {
  const long = (texts.get(file) ?? "").split("\n").flatMap((line, at) => {
    return line.length > columns ? [`${at + 1}: ${line.length}`] : [];
  });
  expect(long).toEqual([]);
});

test.each(files)("%s: its links lead somewhere", async (file) => {
  for (const link of linksOf(file, texts.get(file) ?? "")) {
    const [to = "", anchor] = link.split("#");
    expect(existsSync(to), link).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(await readFile(to, "utf8")), link).toContain(anchor);
  }
});

test("the README is one screen, and leads to every page of docs", () => {
  const readme = texts.get("README.md") ?? "";
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(screen);
  const linked = linksOf("README.md", readme);
  expect(files.slice(1).filter((file) => !linked.includes(file))).toEqual([]);
});
