import { availableParallelism, cpus } from "node:os";
import { isMet, targetOf, type Figure } from "./figure.ts";

/** What a reader of a table looks at, under the machine that it was measured on. */
export function table(figures: readonly Figure[]): string {
  const header = ["bench", "ours", "floor", "unit", "ratio", "target", ""];
  const rows = figures.map((figure) => [
    figure.bench,
    String(figure.ours),
    figure.floor === null ? "–" : String(figure.floor),
    figure.unit,
    figure.ratio === null ? "–" : String(figure.ratio),
    `${targetOf(figure.bench).best === "high" ? "≥" : "≤"} ${figure.target}`,
    isMet(figure) ? "met" : "missed",
  ]);
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return ["", line(header), ...rows.map(line), "", machine()].join("\n");
}

function machine(): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  return `${model}, ${availableParallelism()} cores, Node ${process.versions.node}`;
}
