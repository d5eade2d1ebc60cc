import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { targetOf } from "../structure/import-graph.ts";
import type { Change } from "./affected-tests.ts";
import { kindOfChange, type KindOfChange } from "./kind-of-change.ts";
import { root } from "./own-file.ts";

export const git = (...words: string[]): string =>
  execFileSync("git", words, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 2 ** 28,
  });
const lines = (text: string): string[] => text.split("\n").filter((line) => line !== "");
const isSource = (file: string): boolean => /\.tsx?$/.test(file);

/** What changed between a commit and another, or the files as they are now with those that git does not know yet. */
export function changesSince(base: string, until: string | null): Change[] {
  const range = until === null ? [base] : [base, until];
  const renames = new Map<string, string>();
  const found: { file: string; earlier: string }[] = [];
  for (const line of lines(git("diff", "--find-renames", "-l0", "--name-status", ...range))) {
    const [status = "", earlier = "", file = earlier] = line.split("\t");
    found.push({ file, earlier });
    if (status.startsWith("R")) renames.set(earlier, file);
  }
  if (until === null)
    for (const file of lines(git("ls-files", "--others", "--exclude-standard")))
      found.push({ file, earlier: file });
  return found.map(({ file, earlier }) => ({
    file,
    kind: isSource(file) ? kindIn(base, until, { file, earlier }, renames) : null,
  }));
}

/** Where the files of a commit are now, if they were moved. */
export function movedSince(commit: string): Map<string, string> {
  const moves = git("diff", "--find-renames", "-l0", "--name-status", "--diff-filter=R", commit);
  return new Map(lines(moves).map((line) => line.split("\t").slice(1) as [string, string]));
}

function kindIn(
  base: string,
  until: string | null,
  { file, earlier }: { file: string; earlier: string },
  renames: ReadonlyMap<string, string>,
): KindOfChange | null {
  const before = textAt(base, earlier);
  const after = until === null ? textHere(file) : textAt(until, file);
  if (before === null) return null;
  // What is gone was called by those who changed with it.
  if (after === null) return { kind: "functions", names: ["all"], texts: [] };
  return kindOfChange(file, before, after, {
    before: (specifier) => {
      const place = targetOf(earlier, specifier).target;
      return renames.get(place) ?? place;
    },
    after: (specifier) => targetOf(file, specifier).target,
  });
}

function textAt(commit: string, file: string): string | null {
  try {
    return git("show", `${commit}:${file}`);
  } catch {
    return null;
  }
}

function textHere(file: string): string | null {
  return existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : null;
}
