import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { duePeriods } from "./sync-on-schedule.ts";
import { nextRun, timingOf } from "./timing.ts";

const noon = new Date("2026-11-21T15:00:00.000Z");
const minuteMs = 60_000;

test.each([
  [1, 1_440],
  [2, 720],
  [4, 360],
])("%i runs a day are one every %i minutes, for ever", (perDay, everyMinutes) => {
  const timing = timingOf(newId("conn", noon), perDay);
  expect(timing.everyMinutes).toBe(everyMinutes);
  let at = nextRun(timing, noon);
  expect(at.getTime()).toBeGreaterThan(noon.getTime());
  expect(at.getTime() - noon.getTime()).toBeLessThanOrEqual(everyMinutes * minuteMs);
  for (let round = 0; round < 5; round++) {
    const next = nextRun(timing, at);
    expect(next.getTime() - at.getTime()).toBe(everyMinutes * minuteMs);
    at = next;
  }
});

test("a connection keeps its minute, whenever it is asked for", () => {
  const timing = timingOf("conn_01k2ap4m7c5xj0h8rztwq6e9vd", 4);
  expect(timingOf("conn_01k2ap4m7c5xj0h8rztwq6e9vd", 4)).toEqual(timing);
  const next = nextRun(timing, noon);
  const justBefore = new Date(next.getTime() - 1);
  expect(nextRun(timing, justBefore)).toEqual(next);
  expect(nextRun(timing, next)).not.toEqual(next);
});

test("connections made at the same moment are spread over the whole interval", () => {
  const connections = 1_000;
  const perMinute = new Map<number, number>();
  for (let made = 0; made < connections; made++) {
    const { offset } = timingOf(newId("conn", noon), 4);
    perMinute.set(offset, (perMinute.get(offset) ?? 0) + 1);
  }
  // An even spread would be 2.8 in each of the 360 minutes.
  expect(Math.max(...perMinute.values())).toBeLessThanOrEqual(15);
  expect(perMinute.size).toBeGreaterThan(270);
  const [first, second] = [0, 1].map(
    (half) => [...perMinute].filter(([offset]) => offset >= 180 === (half === 1)).length,
  );
  expect(Math.abs((first ?? 0) - (second ?? 0))).toBeLessThan(50);
});

test.each([
  ["2026-11-21T15:00:00Z", ["2026-11"]],
  ["2026-12-05T15:00:00Z", ["2026-12", "2026-11"]],
  ["2026-12-06T15:00:00Z", ["2026-12"]],
  // In Santiago it is still November; then the fifth is not over.
  ["2026-12-01T02:59:00Z", ["2026-11"]],
  ["2026-12-01T03:00:00Z", ["2026-12", "2026-11"]],
  ["2026-12-06T02:59:00Z", ["2026-12", "2026-11"]],
  ["2027-01-02T15:00:00Z", ["2027-01", "2026-12"]],
])("at %s the periods %j are due, even if they were already read", (now, periods) => {
  const due = duePeriods(new Date(now), { offered: [], older: [] });
  expect(due.filter(({ always }) => always).map(({ periodo }) => periodo)).toEqual(periods);
  expect(due).toHaveLength(2);
});

test("the last month of a module that closes on the 14th is due until the 15th, older ones when asked for", () => {
  const payrolls = { id: "nominas", label: "Nóminas", currentPeriodOnly: false, closingDay: 14 };
  const older = [Periodo.parse("2026-05")];
  const due = (day: string) =>
    duePeriods(new Date(`${day}T15:00:00Z`), { offered: [payrolls], older });
  expect(due("2026-12-15")).toEqual([
    { periodo: "2026-12", always: true, everyDays: 1 },
    { periodo: "2026-11", always: true, everyDays: 1 },
    { periodo: "2026-05", always: false, everyDays: 7 },
  ]);
  expect(due("2026-12-16")[1]).toMatchObject({ periodo: "2026-11", always: false });
});
