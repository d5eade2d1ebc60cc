import { readFile } from "node:fs/promises";

/** The rows of the table whose heading names these columns, by column. */
export async function tableOf(file: string, columns: string[]): Promise<Record<string, string>[]> {
  const text = await readFile(new URL(`../../../${file}`, import.meta.url), "utf8");
  const lines = text.split("\n");
  const start = lines.findIndex((line) => same(cellsOf(line), columns));
  if (start === -1) throw new Error(`${file} has no table of ${columns.join(", ")}`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"));
  return lines
    .slice(start + 2, start + length)
    .map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [columns[at] ?? "", cell])));
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function same(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((cell, at) => cell === b[at]);
}
