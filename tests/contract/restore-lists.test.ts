import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, santiagoDayOf, type Fecha } from "#lib/chile/index.ts";
import { isRestoring, beginRestore, finishRestore } from "#lib/restore/index.ts";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { storeCoverage } from "#tests/support/stored-rows.ts";

// Which lists a restore waits for, and which of their rows it names: by rows that are written by hand.

let api: TestApi;
let of: { organization: string; connection: string };
let today: Fecha;
let point: Date;
let begunAt: Date;
beforeAll(async () => {
  api = await testApi();
  const { id } = await api.organization();
  of = { organization: id, connection: await api.connection(id, "tributario") };
  await api.database.owner(
    `insert into fee_receipt_policies (organization_id, enabled, days_back, days_ahead, max_amount,
       daily_amount, daily_count, actor_kind, actor_id, updated_at)
     values ($1, true, 70, 40, 1000000, 1000000, 10, 'system', 'tests', $2)`,
    [id, api.clock.now()],
  );
  // Some days after the first, so that the point's month is the one of the day before it.
  api.clock.moveTo(new Date(`${nextMonth(api.clock.now())}-10T15:00:00Z`));
  point = api.clock.now();
  today = santiagoDayOf(point);
  await row("tributario.dte", { tipoDte: 33, folio: 1, fecha: addDays(today, -12) });
  api.clock.moveTo(new Date(point.getTime() + 60_000));
  begunAt = api.clock.now();
  await beginRestore({ ...api.deps, db: api.database.keeper }, []);
});
afterAll(() => api.close());

const nextMonth = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);

const finish = (isLeftOut = false) =>
  finishRestore(api.deps, { point, begunAt, isLeftOut, offered: () => [] });

/** As a sync would have kept it now. */
async function row(
  dataset: string,
  payload: { folio: number; fecha: string } & Record<string, unknown>,
) {
  await api.database.owner(
    `insert into records (organization_id, connection_id, dataset, id, periodo, sort_key, payload, read_at)
     values ($1, $2, $3, $4, $5, $4, $6, $7)`,
    [
      of.organization,
      of.connection,
      dataset,
      String(payload.folio),
      payload.fecha.slice(0, 7),
      payload,
      api.clock.now(),
    ],
  );
}

const waiting = () =>
  api.database.owner(
    "select periodo, alcances from sync_jobs where kind = 'sync' and status = 'queued' order by periodo",
  );

test("finish reads each month in which something of after the point may be dated", async () => {
  await finish();
  // Seventy days before the ninth, and forty after the tenth: three months back, and one or two ahead.
  const last = addDays(today, 40).slice(0, 7);
  const first = addDays(today, -71).slice(0, 7);
  const months = await waiting();
  expect(months[0]).toEqual({ periodo: first, alcances: ["boletas"] });
  expect(months.at(-1)).toEqual({ periodo: last, alcances: ["boletas"] });
  const before = addDays(today, -12).slice(0, 7);
  for (const periodo of [before, today.slice(0, 7)]) {
    expect(months).toContainEqual({ periodo, alcances: ["dte", "boletas"] });
  }
});

test("finish names what is dated before the point's day or ahead, and not what was listed before the point", async () => {
  await row("tributario.dte", { tipoDte: 33, folio: 2, fecha: addDays(today, -12) });
  const side = { lado: "emitidas" };
  const codigoBarras = (folio: number) => `76555835${folio}`;
  for (const [folio, days] of [
    [3, -60],
    [4, 35],
    // As nothing could be dated by the organization's limits.
    [5, -80],
  ] as const) {
    const fecha = addDays(today, days);
    await row("tributario.boletas", { ...side, folio, fecha, codigoBarras: codigoBarras(folio) });
  }
  await row("tributario.boletas", { lado: "recibidas", folio: 6, fecha: today });
  const { lacking } = await finish();
  expect(lacking.map(({ document }) => document)).toEqual(["3", "2", "4"]);
});

test("a list that is read in part is named and keeps the hold, until it is left out", async () => {
  const months = await waiting();
  const partial = today.slice(0, 7);
  for (const { periodo, alcances } of months) {
    for (const alcance of alcances as string[]) {
      const status = alcance === "dte" && periodo === partial ? "partial" : "ok";
      await storeCoverage(api, of, { alcance, periodo: String(periodo), status });
    }
  }
  expect(await finish(true)).toMatchObject({ finished: false, unreadable: [] });
  await api.database.owner(
    "update sync_jobs set status = 'succeeded', finished_at = $1 where status = 'queued'",
    [api.clock.now()],
  );
  const named = { toRead: [], unreadable: [`${of.connection} ${partial}`] };
  expect(await finish()).toMatchObject({ finished: false, ...named });
  // It is tried again, what was not read of it alone.
  expect(await waiting()).toEqual([{ periodo: partial, alcances: ["dte"] }]);
  expect(await isRestoring(api.deps)).toBe(true);
  expect(await finish(true)).toMatchObject({ finished: true, ...named });
  expect(await isRestoring(api.deps)).toBe(false);
});

test("who issues through a connection whose list is off is named, to be looked at by hand", async () => {
  const { id } = await api.organization();
  const unlisted = await api.connection(id, "facturacion");
  const listed = await api.connection(id, "facturacion");
  await api.database.owner("update connections set alcances = '{emision}' where id = $1", [
    unlisted,
  ]);
  const { unreadable } = await finish();
  expect(unreadable).toContain(unlisted);
  expect(unreadable).not.toContain(listed);
});
