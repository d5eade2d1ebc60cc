import { afterAll, beforeAll, expect, test } from "vitest";
import { byNeonName } from "#infra/local/open-database.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { startProgram } from "#tests/support/processes/bundled-child.ts";
import { openRelay, type CountingRelay } from "#tests/support/neon/run.ts";
import { closeWayAround } from "#tests/support/neon/way-around.ts";

// What `npm run test:neon` relies on, shown with a whole process of the service.
let api: TestApi;
let relay: CountingRelay;
beforeAll(async () => {
  api = await testApi();
  relay = await openRelay();
});
afterAll(async () => {
  await relay.close();
  await api.close();
});

async function enter(databaseUrl: string) {
  const { SERVICE_SECRET } = api.settings;
  const words = ["organization", "create", "--name", "Una"];
  const own = { SERVICE_SECRET, WORKER_DATABASE_URL: databaseUrl, OPERATOR: "ana" };
  const child = await startProgram("infra/deploy/admin.ts", words, { ...own, ...relay.env });
  const { code } = await child.ended;
  return { code, said: child.output().stderr };
}

const organizations = () => api.database.owner("select count(*)::int as made from organizations");

test("a process with Neon's name goes through the relay, which counts it", async () => {
  await closeWayAround(api.database.owner);
  expect(await enter(byNeonName(api.database.url))).toMatchObject({ code: 0 });
  expect(relay.comers()).toEqual({ connections: 1, programs: ["admin.mjs (1)"] });
  expect(await organizations()).toEqual([{ made: 1 }]);
});

test("one that bypasses it is refused", async () => {
  const { code, said } = await enter(api.database.url);
  expect(code).not.toBe(0);
  expect(said).toContain("the service went around the relay");
  expect(relay.comers().connections).toBe(1);
  expect(await organizations()).toEqual([{ made: 1 }]);
});

test("a service that is already connected without the relay is found", async () => {
  const other = await testApi();
  try {
    await other.organization();
    await expect(closeWayAround(other.database.owner)).rejects.toThrow("around the relay");
  } finally {
    await other.close();
  }
});
