import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { Refusals } from "#lib/limits/index.ts";
import type { TestApi } from "#tests/support/scenes/api.ts";
import { measuringLog } from "#tests/support/log.ts";
import { march, quotaScene } from "#tests/support/scenes/quota-scene.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

type Scene = Awaited<ReturnType<typeof quotaScene>>;
const read = "prueba.movimientos.consultar";

let api: TestApi;
let caller: Scene["caller"];
let callsOf: Scene["callsOf"];
let use: Scene["use"];
beforeAll(async () => {
  ({ api, caller, callsOf, use } = await quotaScene());
});
afterAll(() => api.close());

test("an answer that is counted and then cannot be kept is counted once", async () => {
  const { organization, connection, call } = await caller();
  await use(connection, organization.id, "2027-03", 990);
  const { vault } = api.appDeps;
  const broken = new Proxy(vault, {
    get: (target, name) =>
      name === "seal"
        ? () => Promise.reject(new Error("the key service is unreachable"))
        : Reflect.get(target, name, target),
  });
  const app = createApi({
    ...api.appDeps,
    clock: { now: () => new Date(march) },
    vault: broken,
  });
  const { status } = await call(read, {}, { idempotencyKey: randomUUID() }, app);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(await callsOf(connection)).toEqual({ "2027-03": 991 });
});

test("the last calls are measured, and write down the refusals of the minute before", async () => {
  const { organization, connection, call } = await caller();
  const { log, measured } = measuringLog();
  let now = new Date(march);
  const clock = { now: () => now };
  const app = createApi({ ...api.appDeps, log, clock, refusals: new Refusals(clock) });
  for (let n = 0; n < 62; n++) await call("prueba.nada.leer", {}, {}, app);
  await use(connection, organization.id, "2027-03", 999);
  now = new Date(now.getTime() + 60_000);
  const before = measured("call").length;
  expect((await call(read, {}, {}, app)).status).toBe(200);
  expect(measured("call").slice(before)).toMatchObject([{ owner: "none", Calls: 1 }]);
  const counted = await api.database.owner(
    "select calls from audit where organization_id = $1 and operation = 'refusals.counted'",
    [organization.id],
  );
  expect(counted).toEqual([{ calls: 2 }]);
  expectRefusal(await call(read, {}, {}, app), "quota_exceeded");
  expect(measured("call").slice(before + 1)).toMatchObject([{ owner: "client", Calls: 1 }]);
});
