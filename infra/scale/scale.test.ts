import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { tableOf } from "#tests/support/texts/markdown-tables.ts";
import { bytes } from "./measured.ts";
import { fixedUsd, reckon } from "./reckon.ts";
import { scaleLimits, scaleTable } from "./table.ts";

const root = new URL("../../", import.meta.url);

test("a thousand connections give what we calculate by hand", () => {
  const { browsers, jobsPerMonth, callsPerSecond, gbPerMonth, usd } = reckon(1_000);
  // 2 syncs of 30 s a day, 4 in the first five: 25 × 2 + 5 × 4 jobs.
  expect(jobsPerMonth).toBe(70_000);
  expect(browsers.mean).toBeCloseTo(60_000 / 86_400);
  expect(browsers.firstDays).toBeCloseTo(2 * browsers.mean);
  expect(browsers.busy).toBeCloseTo(4 * browsers.mean);
  expect(callsPerSecond).toBeCloseTo(100_000 / 86_400);
  expect(gbPerMonth.calls).toBeCloseTo((3 * bytes.call) / 1_000);
  expect(gbPerMonth.records).toBeCloseTo((0.2 * bytes.record) / 1_000);
  expect(gbPerMonth.jobs).toBeCloseTo((0.07 * (bytes.job + bytes.event)) / 1_000);
  expect(usd.browsers).toBeCloseTo(70_000 * 30 * 2 * 0.0000166667);
});

test("a hundred times the connections are a hundred times the work", () => {
  const [small, large] = [reckon(1_000), reckon(100_000)];
  expect(large.jobsPerMonth).toBe(100 * small.jobsPerMonth);
  expect(large.storedGb).toBeCloseTo(100 * small.storedGb);
  expect(large.browsers.busy).toBeCloseTo(100 * small.browsers.busy);
});

test("the cost without connections equals that in the operations table", async () => {
  const columns = ["part", "quantity", "price", "USD"];
  const rows = await tableOf("docs/operations.md", columns);
  const fixed = [
    "Drain",
    "Housekeeping",
    "Metrics",
    "Alarms",
    "Key",
    "Edge, firewall: itself, a rule",
  ];
  const cents = fixed.map((part) => {
    const row = rows.find((each) => each["part"] === part);
    return Math.round(Number(row?.["USD"]) * 100);
  });
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Math.round(fixedUsd * 100));
});

test("the table of other sizes is what `npm run scale` prints", async () => {
  const [heads = [], ...rows] = scaleTable();
  const shown = await tableOf("docs/operations.md", heads);
  expect(shown.map((row) => Object.values(row))).toEqual(rows);
  const page = await readFile(new URL("docs/operations.md", root), "utf8");
  expect(page.replaceAll(/\s+/g, " ")).toContain(scaleLimits());
});
