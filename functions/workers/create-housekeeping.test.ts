import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs } from "#lib/kernel/clock.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import type { Schedules } from "#lib/platform/schedules.ts";
import { createHousekeeping } from "./create-housekeeping.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("many new connections do not delay mails: schedules are registered after everything else", async () => {
  const { id } = await api.organization({ plan: "business" });
  await api.connection(id, "banco_a", ["saldos"]);
  const done: string[] = [];
  const note = (name: string) => (): Promise<void> => {
    done.push(name);
    return Promise.resolve();
  };
  const schedules: Schedules = { put: note("put"), pause: note("pause"), remove: note("remove") };
  await createHousekeeping({
    ...api.deps,
    db: api.database.keeper,
    schedules,
    chores: [{ name: "mails", run: note("mails") }],
  })();
  expect(done).toEqual(["mails", "put"]);
});

test("a clock that is set back does not keep a chore of every hour from running", async () => {
  let now = api.clock.now();
  let runs = 0;
  const done = (): Promise<void> => Promise.resolve();
  const housekeeping = createHousekeeping({
    ...api.deps,
    db: api.database.keeper,
    clock: { now: () => now },
    schedules: { put: done, pause: done, remove: done },
    chores: [{ name: "hourly", everyMs: hourMs, run: async () => void (runs += 1) }],
  });
  const runsAfter = async (jumpMs: number): Promise<number> => {
    now = new Date(now.getTime() + jumpMs);
    await housekeeping();
    return runs;
  };
  expect(await runsAfter(0)).toBe(1);
  expect(await runsAfter(hourMs - 1)).toBe(1);
  // As if it had been a day ahead.
  expect(await runsAfter(-24 * hourMs)).toBe(2);
  expect(await runsAfter(hourMs)).toBe(3);
});
