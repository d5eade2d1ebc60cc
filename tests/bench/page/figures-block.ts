import { isMet, targetOf, targets, type Figure } from "../harness/figure.ts";
import { machineLine } from "../harness/machine.ts";
import type { Run } from "../harness/run-file.ts";

const begin = "<!-- figures: written by `npm run bench -- --write` -->";
const end = "<!-- /figures -->";

/** The page that quotes the run. */
export const page = "docs/performance.md";

/** A page with the run's block rewritten, and the rest unchanged. */
export function withFigures(text: string, run: Run): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new RangeError(`the page has no part between ${begin} and ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${figuresText(run)}\n\n${text.slice(to)}`;
}

/** The run, its machine, and every bar, including what was missed or not measured. */
export function figuresText(run: Run): string {
  const rows = Object.keys(targets).map((bench) => {
    const figure = run.figures.find((one) => one.bench === bench);
    return figure === undefined ? rowOfNone(bench) : rowOf(figure);
  });
  return [...introduction(run), "", ...table([header, ...rows])].join("\n");
}

function introduction({ date, commit, machine, scaleRows, figures }: Run): string[] {
  const met = figures.filter(isMet).length;
  return [
    `One run of ${date}, commit \`${commit}\`: ${machineLine(machine)}.`,
    `When it began the machine's load was ${machine.load}; \`scale\` is of ${grouped(scaleRows)} rows.`,
    `Of ${Object.keys(targets).length} bars ${met} are met.`,
  ];
}

const header = ["bench", "ours", "floor or peer", "ratio", "bar", ""];

function rowOf(figure: Figure): string[] {
  const { bench, ours, floor, unit, ratio } = figure;
  return [
    bench,
    `${shown(ours)} ${unit}`,
    floor === null ? "" : `${shown(floor)} ${unit}`,
    ratio === null ? "" : notFlattered(ratio, targetOf(bench).best),
    barOf(bench),
    isMet(figure) ? "met" : "**missed**",
  ];
}

function rowOfNone(bench: string): string[] {
  return [bench, "", "", "", barOf(bench), "**not measured**"];
}

/** Without a floor the bar is for our own value, in its unit. */
function barOf(bench: string): string {
  const { best, target, unit, alone } = targetOf(bench);
  return `${best === "high" ? "≥" : "≤"} ${target}${alone === true ? ` ${unit}` : ""}`;
}

/** Rounded away from the bar, so that a miss never looks met. */
function notFlattered(ratio: number, best: "high" | "low"): string {
  const hundredths = Number((ratio * 100).toFixed(6));
  return ((best === "high" ? Math.floor(hundredths) : Math.ceil(hundredths)) / 100).toFixed(2);
}

/** Four digits below a hundred, as in the file. */
function shown(value: number): string {
  return value < 100 ? String(Number(value.toPrecision(4))) : grouped(Math.round(value));
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

/** In the formatter's layout. */
function table(rows: string[][]): string[] {
  const widths = header.map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [first = [], ...others] = rows;
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...others.map(line)];
}
