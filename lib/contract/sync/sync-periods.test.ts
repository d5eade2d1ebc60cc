import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { periodoIssues } from "./sync-periods.ts";

const said = (periodo: string, now: string) =>
  periodoIssues(Periodo.parse(periodo), new Date(now)).map(({ message }) => message);

test("a month that cannot be synced is told which ones can, by the month in Chile", () => {
  // December has begun for a caller who counts in UTC.
  const now = "2026-12-01T01:00:00Z";
  expect(said("2026-12", now)).toEqual([
    "The period is ahead: in Chile the current one is 2026-11",
  ]);
  expect(said("2024-10", now)).toEqual(["Periods go back 24 months, to 2024-11"]);
  expect([...said("2026-11", now), ...said("2024-11", now)]).toEqual([]);
});
