import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { fireDueSchedules, rowSchedules } from "./fire-due.ts";
import { reconcileSchedules } from "./reconcile-schedules.ts";
import { mortalDatabase } from "#tests/faults/emission-histories/mortal-edges.ts";
import { MortalProcess } from "#tests/faults/emission-histories/mortal-process.ts";

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
  await api.database.owner("delete from sync_jobs");
  await api.database.owner("update connections set disabled_at = now()");
  owner = await api.organization({ plan: "business" });
  connection = await api.connection(owner.id, "banco_a", ["saldos"]);
  await reconcile();
});

const reconcile = () => reconcileSchedules({ ...api.deps, schedules: rowSchedules });
const offered = (id: string) => api.deps.catalogue.manifestOf(id)?.alcances ?? [];
const fire = (from = offered) => fireDueSchedules({ ...api.deps, offered: from });
const aDay = 86_400_000;
const moveOn = (ms = aDay) => api.clock.advance(ms);

async function jobsOf(id = connection): Promise<unknown[]> {
  return api.database.owner("select trigger, status from sync_jobs where connection_id = $1", [id]);
}

async function nextRunOf(id = connection): Promise<Date> {
  const [row] = await api.database.owner(
    "select proxima_sincronizacion_en as next from connections where id = $1",
    [id],
  );
  return row?.["next"] as Date;
}

const endJobs = () => api.database.owner("update sync_jobs set status = 'succeeded'");

test("a run that is due fires once, however late, and the next is recorded", async () => {
  await fire();
  expect(await jobsOf()).toEqual([]);
  moveOn(3 * aDay);
  await fire();
  expect(await jobsOf()).toEqual([{ trigger: "scheduled", status: "queued" }]);
  expect((await nextRunOf()).getTime()).toBeGreaterThan(api.clock.now().getTime());
  await endJobs();
  await fire();
  expect(await jobsOf()).toHaveLength(1);
});

test("what another server fires meanwhile is not fired again, even if its sync has already ended", async () => {
  const other = await api.connection(owner.id, "banco_b", ["saldos"]);
  await reconcile();
  moveOn();
  const { queue } = api.deps;
  let rounds = 0;
  // This server has both on its list. At its first message the other one does its whole round.
  const send: typeof queue.send = async (message, options) => {
    await queue.send(message, options);
    rounds += 1;
    if (rounds > 1) return;
    await fire();
    await endJobs();
  };
  await fireDueSchedules({ ...api.deps, queue: { ...queue, send }, offered });
  expect(rounds).toBe(1);
  expect(await jobsOf()).toHaveLength(1);
  expect(await jobsOf(other)).toHaveLength(1);
});

test("paused or disabled connections do not fire", async () => {
  await updateConnection(api.deps, connection, { credencial: "rechazada" });
  await reconcile();
  moveOn();
  await fire();
  await updateConnection(api.deps, connection, { credencial: "viva", disabled: true });
  await reconcile();
  moveOn();
  await fire();
  expect(await jobsOf()).toEqual([]);
});

test("a failed run is due again, and does not keep others from firing", async () => {
  const others = [
    await api.connection(owner.id, "banco_b", ["saldos"]),
    await api.connection(owner.id, "banco_c", ["saldos"]),
  ];
  await reconcile();
  moveOn();
  const failing = (id: string) => {
    if (id === "banco_a") throw new RangeError("no such system");
    return offered(id);
  };
  await expect(fire(failing)).rejects.toThrow("schedules did not fire");
  for (const id of others) expect(await jobsOf(id)).toHaveLength(1);
  expect(await jobsOf()).toEqual([]);
  await fire();
  expect(await jobsOf()).toHaveLength(1);
});

test("a run that fails after it queued something has run: it is due at its next time", async () => {
  const { clock } = api;
  const now = clock.now();
  // Early in a month both months are due, and the second one fails unexpectedly.
  clock.moveTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 3)));
  const movements = await api.connection(owner.id, "banco_b", ["movimientos"]);
  await updateConnection(api.deps, connection, { disabled: true });
  await reconcile();
  // Four times a day: its next run is near, within the time for which this one is taken.
  const dueAt = await nextRunOf(movements);
  clock.moveTo(new Date(dueAt.getTime() + aDay / 4 - 2 * 60_000));
  let fails = false;
  const { queue, db } = api.deps;
  const send: typeof queue.send = async (...given) => {
    await queue.send(...given);
    fails = true;
  };
  const transaction: typeof db.transaction = (...given) => {
    if (!fails) return db.transaction(...given);
    fails = false;
    return Promise.reject(new RangeError("unforeseen"));
  };
  const deps = { ...api.deps, queue: { ...queue, send }, db: { ...db, transaction } };
  await expect(fireDueSchedules({ ...deps, offered })).rejects.toThrow("schedules did not fire");
  expect(await jobsOf(movements)).toHaveLength(1);
  expect((await nextRunOf(movements)).getTime()).toBeGreaterThan(clock.now().getTime());
  await endJobs();
  await fire();
  expect(await jobsOf(movements)).toHaveLength(1);
});

test("an unreachable database ends the round", async () => {
  await api.connection(owner.id, "banco_b", ["saldos"]);
  await reconcile();
  moveOn();
  let asked = 0;
  const away = () => {
    asked += 1;
    throw new AppError("service_unavailable");
  };
  await expect(fire(away)).rejects.toMatchObject({ code: "service_unavailable" });
  expect(asked).toBe(1);
});

test("a server that dies anywhere in a round skips no run, and another one fires it once", async () => {
  let played = 0;
  for (let at = 1; ; at += 1) {
    const due = connection;
    moveOn();
    const deps = { ...api.deps, db: mortalDatabase(api.database.db) };
    const dying = MortalProcess.start({ kind: "ends", at, how: "dies" }, () =>
      fireDueSchedules({ ...deps, offered }),
    );
    await dying.stopped;
    const isWhole = dying.state === "ended";
    played += 1;
    moveOn(6 * 60_000);
    await fire();
    expect(await jobsOf(due), `died at step ${at}`).toHaveLength(1);
    expect((await nextRunOf(due)).getTime()).toBeGreaterThan(api.clock.now().getTime());
    if (isWhole) break;
    await updateConnection(api.deps, due, { disabled: true });
    connection = await api.connection(owner.id, "banco_a", ["saldos"]);
    await reconcile();
  }
  expect(played).toBeGreaterThan(5);
});
