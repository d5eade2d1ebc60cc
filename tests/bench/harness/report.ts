import { isMet, targetOf, type Figure } from "./figure.ts";
import { machineLine, type Machine } from "./machine.ts";

/** A table for readers, below the machine that it was measured on. */
export function table(figures: readonly Figure[], machine: Machine): string {
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
  return ["", line(header), ...rows.map(line), "", machineLine(machine)].join("\n");
}
