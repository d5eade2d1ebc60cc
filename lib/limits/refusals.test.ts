import { expect, test } from "vitest";
import { MovableClock } from "#lib/kernel/clock.ts";
import { recordedRefusalsPerMinute, Refusals } from "./refusals.ts";

const minuteMs = 60_000;
const caller = {
  organizationId: "org_1",
  kind: "api_key",
  id: "key_1",
  scopes: [],
  connections: null,
  member: null,
  clientId: null,
} as const;

test("counted refusals are reported once, dated in their own minute, however late", () => {
  const clock = new MovableClock();
  const refusals = new Refusals(clock);
  const begin = Math.ceil(clock.now().getTime() / minuteMs) * minuteMs;
  clock.moveTo(new Date(begin));
  const recorded = Array.from({ length: recordedRefusalsPerMinute + 7 }, () =>
    refusals.isRecorded({ ...caller, scopes: [] }),
  );
  expect(recorded.filter(Boolean)).toHaveLength(recordedRefusalsPerMinute);
  expect(refusals.takePast()).toEqual([]);
  clock.moveTo(new Date(begin + 24 * 60 * minuteMs));
  const [past, ...others] = refusals.takePast();
  expect(past).toMatchObject({ caller, calls: 7, at: new Date(begin + minuteMs - 1) });
  expect(others).toEqual([]);
  if (past !== undefined) refusals.putOff(past);
  expect(refusals.takePast()).toHaveLength(1);
  expect(refusals.takePast()).toEqual([]);
});
