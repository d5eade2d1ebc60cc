import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import type { Schedules } from "#lib/platform/schedules.ts";
import { fireDueSchedules, rowSchedules } from "./fire-due.ts";
import { findSchedules } from "./find-schedules.ts";
import { forgetSchedules, isOutdated, reconcileSchedules } from "./reconcile-schedules.ts";

let api: TestApi;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  // Other tests cover the first five days of a month, and modules whose last month is due.
  const { clock } = api;
  const now = clock.now();
  clock.moveTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10)));
  owner = await api.organization({ plan: "business" });
  connection = await api.connection(owner.id, "banco_a", ["saldos"]);
  await reconcile();
});

const reconcile = () => reconcileSchedules({ ...api.deps, schedules: rowSchedules });

async function nextRunOf(id = connection): Promise<Date | null> {
  const [row] = await api.database.owner(
    "select proxima_sincronizacion_en as next from connections where id = $1",
    [id],
  );
  return row?.["next"] as Date | null;
}

async function jobs(): Promise<unknown[]> {
  return api.database.owner(
    "select trigger, status, kind from sync_jobs where connection_id = $1",
    [connection],
  );
}

/** Moves the clock past the next run and fires what is due. */
async function fire(): Promise<void> {
  api.clock.advance(86_400_000);
  const offered = (id: string) => api.deps.catalogue.manifestOf(id)?.alcances ?? [];
  await fireDueSchedules({ ...api.deps, offered });
}

test("a working connection is registered, and its run queues one sync by itself", async () => {
  const next = await nextRunOf();
  expect(next?.getTime()).toBeGreaterThan(api.clock.now().getTime());
  await fire();
  expect(await jobs()).toEqual([{ trigger: "scheduled", status: "queued", kind: "sync" }]);
  expect((await nextRunOf())?.getTime()).toBeGreaterThan(api.clock.now().getTime());
  // The period is already syncing: the next run adds nothing and breaks nothing.
  await fire();
  expect(await jobs()).toHaveLength(1);
});

const stops: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
  [
    "a rejected credential",
    () => updateConnection(api.deps, connection, { credencial: "rechazada" }),
    () => updateConnection(api.deps, connection, { credencial: "viva" }),
  ],
  [
    "a disabled connection",
    () => updateConnection(api.deps, connection, { disabled: true }),
    () => updateConnection(api.deps, connection, { disabled: false }),
  ],
  [
    "a payment that is overdue",
    () => updateOrganization(api.deps, owner.id, { billing: "past_due" }),
    () => updateOrganization(api.deps, owner.id, { billing: "active" }),
  ],
  [
    "no plan at all",
    () => updateOrganization(api.deps, owner.id, { billing: "none" }),
    () => updateOrganization(api.deps, owner.id, { billing: "active" }),
  ],
  [
    "a system that is switched off",
    () => updateOrganization(api.deps, owner.id, { connectors: ["banco_b"] }),
    () => updateOrganization(api.deps, owner.id, { connectors: ["banco_a"] }),
  ],
];

test.each(stops)("%s stops the background syncs until it is fixed", async (_, stop, repair) => {
  await stop();
  // A run that was due before housekeeping noticed does nothing.
  await fire();
  expect(await jobs()).toEqual([]);
  await reconcile();
  expect(await nextRunOf()).toBeNull();
  await fire();
  expect(await jobs()).toEqual([]);
  await repair();
  await reconcile();
  expect(await nextRunOf()).toBeInstanceOf(Date);
  await fire();
  expect(await jobs()).toHaveLength(1);
});

test("another plan means another interval", async () => {
  await updateOrganization(api.deps, owner.id, { plan: "free" });
  await reconcile();
  const first = await nextRunOf();
  await fire();
  expect((await nextRunOf())?.getTime()).toBe((first?.getTime() ?? 0) + 86_400_000);
});

test("reconciling again changes nothing, and forgets no run", async () => {
  const next = await nextRunOf();
  await reconcile();
  await reconcile();
  expect(await nextRunOf()).toEqual(next);
  await fire();
  expect(await jobs()).toHaveLength(1);
});

test("a refused schedule does not keep others from being registered, and the run fails", async () => {
  const ids = [connection];
  for (let i = 0; i < 2; i++) ids.push(await api.connection(owner.id, "banco_b", ["saldos"]));
  const [refused = "", ...others] = ids;
  await forgetSchedules(api.deps);
  const put: Schedules["put"] = async (schedule) => {
    if (schedule.connectionId === refused) throw new Error("refused");
    await rowSchedules.put(schedule);
  };
  const run = reconcileSchedules({ ...api.deps, schedules: { ...rowSchedules, put } });
  await expect(run).rejects.toThrow(AggregateError);
  expect(others).toHaveLength(2);
  for (const id of others) expect(await scheduleOf(id)).toMatch(/^every /);
  expect(await scheduleOf(refused)).toBeNull();
});

test("fixable causes pause a schedule, switching off removes it", async () => {
  await updateConnection(api.deps, connection, { credencial: "rechazada" });
  await reconcile();
  expect(await scheduleOf(connection)).toBe("paused");
  await updateConnection(api.deps, connection, { disabled: true });
  await reconcile();
  expect(await scheduleOf(connection)).toBeNull();
});

async function scheduleOf(id: string): Promise<unknown> {
  const [row] = await api.database.owner("select schedule from connections where id = $1", [id]);
  return row?.["schedule"];
}

test("a run reads only the connections whose state or plan has changed", async () => {
  const others = [
    await api.connection(owner.id, "banco_b", ["saldos"]),
    await api.connection(owner.id, "banco_c", ["saldos"]),
  ];
  const read = async () =>
    (await findSchedules(api.deps, isOutdated)).map(({ id }) => id).toSorted();
  expect(await read()).toEqual(others.toSorted());
  await reconcile();
  expect(await read()).toEqual([]);
  await updateConnection(api.deps, connection, { credencial: "rechazada" });
  expect(await read()).toEqual([connection]);
  await reconcile();
  expect(await read()).toEqual([]);
  await updateOrganization(api.deps, owner.id, { plan: "pro" });
  // The paused one has no interval to change.
  expect(await read()).toEqual(others.toSorted());
  await reconcile();
  await updateConnection(api.deps, connection, { disabled: true });
  expect(await read()).toEqual([connection]);
  await reconcile();
  expect(await read()).toEqual([]);
});

test("a connection with only modules that no sync reads has no schedule, and gets one with another module", async () => {
  const modules = (alcances: string[]) => updateConnection(api.deps, tax, { alcances });
  const tax = await api.connection(owner.id, "tributario", ["honorarios"]);
  await reconcile();
  expect(await nextRunOf(tax)).toBeNull();
  expect(await findSchedules(api.deps, isOutdated)).toEqual([]);
  await modules(["honorarios", "rcv"]);
  await reconcile();
  expect(await nextRunOf(tax)).not.toBeNull();
  await modules(["honorarios"]);
  await reconcile();
  expect(await nextRunOf(tax)).toBeNull();
});
