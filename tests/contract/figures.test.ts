import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { targets } from "#tests/bench/harness/figure.ts";
import { readRun, type Run } from "#tests/bench/harness/run-file.ts";
import { figuresText, page, withFigures } from "#tests/bench/page/figures-block.ts";

// `npm run bench -- --write` measures everything, saves the run in tests/bench/figures.json and writes the page from
// it. No row is picked: what was missed or did not run is shown as such.

const run = readRun();

describe("the run that the page quotes", () => {
  test("has no bar twice, and each as it is set today", () => {
    const measured = run.figures.map(({ bench }) => bench);
    expect(new Set(measured).size).toBe(measured.length);
    for (const { bench, unit, target } of run.figures) {
      expect({ unit, target }, bench).toEqual({
        unit: targets[bench]?.unit,
        target: targets[bench]?.target,
      });
    }
  });

  test("has ratios that follow from its values", () => {
    for (const { bench, ours, floor, ratio } of run.figures) {
      expect(floor === null, bench).toBe(targets[bench]?.alone === true);
      if (floor === null || ratio === null) expect([floor, ratio], bench).toEqual([null, null]);
      else expect(Math.abs(ratio / (ours / floor) - 1), bench).toBeLessThan(0.002);
    }
  });
});

describe(page, () => {
  const text = readFileSync(page, "utf8");

  test("quotes that run completely", () => {
    expect(text).toBe(withFigures(text, run));
  });

  test("names its day, its machine and each bar, including missed ones", () => {
    expect(text).toContain(`One run of ${run.date}, commit \`${run.commit}\``);
    expect(text).toContain(run.machine.processor);
    for (const [bench, { best, target }] of Object.entries(targets)) {
      const found = run.figures.find((figure) => figure.bench === bench);
      const value = found?.ratio ?? found?.ours ?? Number.NaN;
      const reaches = best === "high" ? value >= target : value <= target;
      const told = found === undefined ? "**not measured**" : reaches ? "met" : "**missed**";
      const row = text.split("\n").find((line) => line.startsWith(`| ${bench} `));
      expect(row?.split("|").at(-2)?.trim(), bench).toBe(told);
    }
  });
});

test("a value just below its bar is not rounded up to it, and a failed bench has a row", () => {
  const planted: Run = {
    ...run,
    figures: [
      planting("execute.read", { ours: 799.6, floor: 1_000, ratio: 0.7996 }),
      planting("sync.overhead", { ours: 3.129, floor: 2.5, ratio: 1.2516 }),
      planting("drain.fairness", { ours: 200, floor: 100, ratio: 2 }),
      planting("start", { ours: 20.04, floor: null, ratio: null }),
    ],
  };
  const cells = figuresText(planted)
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const rowOf = (bench: string) => cells.find(([, name]) => name === bench)?.slice(2, -1);
  expect(rowOf("execute.read")).toEqual([
    "800 requests/s",
    "1,000 requests/s",
    "0.79",
    "≥ 0.8",
    "**missed**",
  ]);
  expect(rowOf("sync.overhead")?.slice(2)).toEqual(["1.26", "≤ 1.25", "**missed**"]);
  expect(rowOf("drain.fairness")?.slice(2)).toEqual(["2.00", "≤ 2", "met"]);
  expect(rowOf("start")).toEqual(["20.04 s", "", "", "≤ 20 s", "**missed**"]);
  expect(rowOf("memory.api")).toEqual(["", "", "", "≤ 1.5", "**not measured**"]);
});

function planting(
  bench: string,
  { ours, floor, ratio }: { ours: number; floor: number | null; ratio: number | null },
): Run["figures"][number] {
  const { unit, target } = targets[bench] ?? { unit: "", target: Number.NaN };
  return { bench, ours, floor, unit, ratio, target };
}
