import { codeOf, type SourceFile } from "./import-graph.ts";

const runLines = 4;
const importStatement = /^\s*import\b[^"';]*"[^"]+";$|^\s*export\b[^"';]*\bfrom\s*"[^"]+";$/gm;

export interface Copied {
  lines: number;
  copied: number;
  /** The copied lines of each file that has any. */
  byFile: Map<string, number>;
}

/** Lines in a run of four or more that equals lines of another bank. */
export function copiedRuns(files: readonly SourceFile[], folder: string): Copied {
  const banks = files
    .filter(({ file }) => file.startsWith(`${folder}/banco_`))
    .map(({ file, text }) => ({
      file,
      bank: file.slice(folder.length).split("/")[1] ?? "",
      lines: comparable(text),
    }));
  const owners = new Map<string, Set<string>>();
  for (const { bank, lines } of banks) {
    for (const run of runsOf(lines)) owners.set(run, (owners.get(run) ?? new Set()).add(bank));
  }
  const byFile = new Map<string, number>();
  for (const { file, lines } of banks) {
    const copied = new Set<number>();
    runsOf(lines).forEach((run, start) => {
      if ((owners.get(run)?.size ?? 0) < 2) return;
      for (let line = start; line < start + runLines; line += 1) copied.add(line);
    });
    if (copied.size > 0) byFile.set(file, copied.size);
  }
  return {
    lines: sum(banks.map(({ lines }) => lines.length)),
    copied: sum([...byFile.values()]),
    byFile,
  };
}

/** Without imports, comments and blank lines, and with one name for every bank. */
function comparable(text: string): string[] {
  return codeOf(text)
    .replaceAll(importStatement, "")
    .replaceAll(/banco([ _-]?)[a-f](?![a-z])/gi, "banco$1x")
    .split("\n")
    .map((line) => line.replace(/\s\/\/ .*$/, "").trim())
    .filter((line) => line !== "");
}

function runsOf(lines: readonly string[]): string[] {
  return lines
    .slice(0, Math.max(0, lines.length - runLines + 1))
    .map((_, start) => lines.slice(start, start + runLines).join("\n"));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
