import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import type { Schedules } from "#lib/platform/schedules.ts";
import { createHousekeeping } from "./housekeeping.ts";

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
