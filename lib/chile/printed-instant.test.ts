import { expect, test } from "vitest";
import { latestInstantOf } from "./printed-instant.ts";

test.each([
  ["20260815 09:30:00", "2026-08-15T13:30:00.000Z"],
  ["20261121 09:30:00", "2026-11-21T12:30:00.000Z"],
  // On 4 April 2026 the clock goes back from 24:00 to 23:00: that hour comes twice.
  ["20260404 22:59:59", "2026-04-05T01:59:59.000Z"],
  ["20260404 23:30:00", "2026-04-05T03:30:00.000Z"],
  ["20260405 00:00:00", "2026-04-05T04:00:00.000Z"],
  // 6 September 2026 has no hour from 00:00 to 01:00.
  ["20260905 23:59:59", "2026-09-06T03:59:59.000Z"],
  ["20260906 00:30:00", null],
  ["20260906 01:00:00", "2026-09-06T04:00:00.000Z"],
  ["20260231 10:00:00", null],
  ["20260815 24:00:00", null],
  ["2026-08-15 09:30:00", null],
])("%s is %s", (printed, instant) => {
  expect(latestInstantOf(printed)?.toISOString() ?? null).toBe(instant);
});
