import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { previousPeriodo, periodoOf, type Periodo } from "#lib/chile/index.ts";
import { updateConnection } from "#lib/connections/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { isStillDue } from "#lib/sync/index.ts";
import { syncOnSchedule } from "./sync-on-schedule.ts";

let scene: JobScene;
let connection: string;
let login = 0;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  const { id } = await scene.organization();
  connection = await scene.connect(id, `login-${(login += 1)}`);
  scene.play({});
});

const day = 86_400;
const lastMonth = (): Periodo => previousPeriodo(periodoOf(scene.clock.now()));
const partial: AlcanceReading = { rows: [], incompletos: 1, completo: false };

/** Moves the clock to that day of the next month, at noon in Santiago. */
function goToNext(dayOfMonth: number): void {
  const now = scene.clock.now();
  const month = now.getUTCMonth() + 1;
  scene.clock.moveTo(new Date(Date.UTC(now.getUTCFullYear(), month, dayOfMonth, 16)));
}

/** What the schedule starts now, by month; all of it is run. */
async function fire(): Promise<unknown[]> {
  const jobs = "select id, periodo from sync_jobs where connection_id = $1 and status = 'queued'";
  const offered = (id: string) => scene.deps.catalogue.manifestOf(id)?.alcances ?? [];
  await syncOnSchedule({ ...scene.deps, offered }, connection);
  const started = await scene.database.owner(`${jobs} order by periodo desc`, [connection]);
  for (const { id } of started) await scene.run(String(id));
  return started.map(({ periodo }) => periodo);
}

test("a last month that was never read is due until it is read completely", async () => {
  goToNext(10);
  expect(await fire()).toEqual([periodoOf(scene.clock.now()), lastMonth()]);
  scene.advance(day);
  expect(await fire()).toEqual([periodoOf(scene.clock.now())]);
});

test("a month that was only read while it was current is due once it has ended", async () => {
  goToNext(20);
  await fire();
  goToNext(10);
  expect(await fire()).toContain(lastMonth());
  scene.advance(day);
  expect(await fire()).not.toContain(lastMonth());
});

test("a month that was read completely in its late days is no longer due", async () => {
  goToNext(4);
  expect(await fire()).toContain(lastMonth());
  scene.advance(3_600);
  expect(await fire()).toContain(lastMonth());
  scene.advance(3 * day);
  expect(await fire()).not.toContain(lastMonth());
});

test.each<[string, () => AlcanceReading]>([
  ["was read in part", () => partial],
  [
    "cannot be read",
    () => {
      throw new AppError("alcance_scheme_unsupported");
    },
  ],
])("a month that %s is tried once a day", async (_how, read) => {
  scene.play({ read });
  goToNext(10);
  const tried: boolean[] = [];
  for (const hours of [6, 18, 6, 18]) {
    tried.push((await fire()).includes(lastMonth()));
    scene.advance(hours * 3_600);
  }
  expect(tried).toEqual([true, false, true, false]);
  scene.play({ read: () => nothingThere });
  await fire();
  scene.advance(day);
  expect(await fire()).not.toContain(lastMonth());
});

test("a module that this kind of login is not shown does not keep a month due", async () => {
  const { id: organizationId } = await scene.organization();
  const alcances = ["rcv", "dte", "boletas"];
  const id = await scene.connection(organizationId, "tributario", alcances);
  goToNext(10);
  for (const alcance of ["rcv", "dte"]) {
    await scene.database.owner(
      `insert into coverage (organization_id, connection_id, alcance, periodo, status, incompletos,
        read_at, job_id) values ($1, $2, $3, $4, 'ok', 0, $5, 'sjb_1')`,
      [organizationId, id, alcance, lastMonth(), scene.clock.now()],
    );
  }
  const offered = scene.deps.catalogue.manifestOf("tributario")?.alcances ?? [];
  const isDue = (acceso: string) => {
    const own = { id, connector: "tributario", credencial: "viva", alcances, acceso };
    return isStillDue(scene.contextOf(organizationId), own, {
      periodo: lastMonth(),
      offered,
      everyDays: 1,
    });
  };
  expect(await isDue("representante")).toBe(false);
  expect(await isDue("empresa")).toBe(true);
});

test("a module that no sync reads does not keep a month due", async () => {
  const { id: organizationId } = await scene.organization();
  const alcances = ["honorarios"];
  const id = await scene.connection(organizationId, "tributario", alcances);
  const offered = (syncable: boolean) => [
    { id: "honorarios", label: "Emitir", currentPeriodOnly: false, syncable },
  ];
  const own = { id, connector: "tributario", credencial: "viva", alcances, acceso: null };
  const isDue = (syncable: boolean) =>
    isStillDue(scene.contextOf(organizationId), own, {
      periodo: lastMonth(),
      offered: offered(syncable),
      everyDays: 1,
    });
  expect([await isDue(true), await isDue(false)]).toEqual([true, false]);
});

test("a month whose rows are not final is read once a week until they are, however old it gets", async () => {
  scene.play({ read: () => ({ ...nothingThere, unfinished: true }) });
  goToNext(10);
  const month = lastMonth();
  expect(await fire()).toContain(month);
  scene.advance(6 * day);
  expect(await fire()).not.toContain(month);
  goToNext(20);
  expect(month < lastMonth()).toBe(true);
  scene.play({});
  expect(await fire()).toContain(month);
  scene.advance(7 * day);
  expect(await fire()).not.toContain(month);
});

test("an older month that is not final and fails each time is also tried once a week", async () => {
  const differs = { ...nothingThere, completo: false, unfinished: true };
  scene.play({ read: () => differs });
  goToNext(10);
  const month = lastMonth();
  expect(await fire()).toContain(month);
  goToNext(20);
  const tried: boolean[] = [];
  for (let days = 0; days < 8; days += 1) {
    tried.push((await fire()).includes(month));
    scene.advance(day);
  }
  expect(tried).toEqual([true, false, false, false, false, false, false, true]);
});

test("a connection with only snapshots has no last month", async () => {
  await updateConnection(scene.deps, connection, { alcances: ["saldos"] });
  goToNext(10);
  expect(await fire()).toEqual([periodoOf(scene.clock.now())]);
});
