import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addMonths, periodoOf, santiagoDayOf, type Fecha } from "#lib/chile/index.ts";
import { actors } from "#lib/db/actors.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { startJob } from "#lib/jobs/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { isRestoring, beginRestore, finishRestore } from "#lib/restore/index.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { storeCoverage } from "#tests/support/planted/stored-rows.ts";

// Which lists a restore waits for, and which of their rows it names, with rows written by hand.

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
  // Some days after the first, so that the point's month is also that of the day before.
  api.clock.moveTo(new Date(`${nextMonth(api.clock.now())}-10T15:00:00Z`));
  point = api.clock.now();
  today = santiagoDayOf(point);
  await row("tributario.dte", { tipoDte: 33, folio: 1, fecha: addDays(today, -12) });
  await readBefore();
  api.clock.moveTo(new Date(point.getTime() + 60_000));
  begunAt = api.clock.now();
  await beginRestore({ ...api.deps, db: api.database.keeper }, []);
});
afterAll(() => api.close());

const nextMonth = (now: Date) => addMonths(periodoOf(now), 1);

const finish = (isLeftOut = false) =>
  finishRestore(api.deps, { point, begunAt, isLeftOut, offered: () => [] });

/** As a sync would have stored it now. */
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

/** Before the restore: a sync of the point's month has ended with the complete list. */
async function readBefore() {
  const periodo = today.slice(0, 7);
  const alcances = ["dte"];
  const wanted = { periodo, alcances, trigger: "manual", connectionId: of.connection } as const;
  const id = await withSystemTx(api.deps, (tx) =>
    startJob(tx, {
      ...wanted,
      kind: "sync",
      actor: actors.system("tests"),
      organizationId: of.organization,
      connector: "tributario",
      requestId: "req_tests",
    }),
  );
  await api.database.owner(
    "update sync_jobs set status = 'succeeded', finished_at = $2 where id = $1",
    [id, point],
  );
  await storeCoverage(api, of, { alcance: "dte", periodo });
}

/** Documents that the ledger knows as issued. */
async function operation(own: typeof of, rut: string, tipoDte: number, folio: number) {
  const id = newId("oper", api.clock.now());
  await api.database.owner(
    `insert into operations (id, organization_id, connection_id, connector, rut, kind, tool_id,
       idempotency_key, operation_request_id, actor_kind, actor_id, fingerprint, input_hash,
       looks_like, document_hash, tipo_dte, state, job_id, token, folio, external_ref, barrier_at, created_at)
     values ($1, $2, $3, 'tributario', $4, 'dte', 'tributario.dte.emitir', $1, 'req_1', 'api_key',
       'key_1', '', '', '', '', $5, 'done', 'sjb_1', 1, $6::int, $6::int::text, $7, $7)`,
    [id, own.organization, own.connection, rut, tipoDte, folio, api.clock.now()],
  );
}

const waiting = () =>
  api.database.owner(
    "select periodo, alcances from sync_jobs where kind = 'sync' and status = 'queued' order by periodo",
  );

test("finish reads each month in which something from after the point may be dated", async () => {
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
  // Called again it starts nothing twice.
  await finish();
  expect(await waiting()).toEqual(months);
});

test("finish names what is dated before the point's day or ahead, and not what was listed before the point", async () => {
  await row("tributario.dte", { tipoDte: 33, folio: 2, fecha: addDays(today, -12) });
  const side = { lado: "emitidas" };
  const codigoBarras = (folio: number) => `76555835${folio}`;
  for (const [folio, days] of [
    [3, -60],
    [4, 35],
    // The organization's seventy days, before the eve of the point.
    [7, -71],
    [8, -72],
    // Nothing could have been dated there under the organization's limits.
    [5, -80],
  ] as const) {
    const fecha = addDays(today, days);
    await row("tributario.boletas", { ...side, folio, fecha, codigoBarras: codigoBarras(folio) });
  }
  await row("tributario.boletas", { lado: "recibidas", folio: 6, fecha: today });
  const { lacking } = await finish();
  expect(lacking.map(({ document }) => document)).toEqual(["7", "3", "2", "4"]);
});

test("another company's document, or another type, does not hide one with the same folio", async () => {
  const known = 9;
  await row("tributario.dte", { tipoDte: 33, folio: known, fecha: today });
  const { id } = await api.organization();
  const other = { organization: id, connection: await api.connection(id, "banco_a") };
  await operation(other, "76177907-9", 33, 2);
  // As in an accountant's organization.
  const client = { ...of, connection: await api.connection(of.organization, "banco_a") };
  await operation(client, "77200001-6", 33, 2);
  await operation(of, "76555835-2", 61, 2);
  await operation(of, "76555835-2", 33, known);
  const documents = (await finish()).lacking.map(({ document }) => document);
  expect(documents).toContain("2");
  expect(documents).not.toContain(String(known));
});

test("a partly read list is named and keeps the hold, until it is left out", async () => {
  const months = await waiting();
  const partial = today.slice(0, 7);
  await api.database.owner("delete from coverage");
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
  // It is retried, only for what was not read.
  expect(await waiting()).toEqual([{ periodo: partial, alcances: ["dte"] }]);
  expect(await isRestoring(api.deps)).toBe(true);
  expect(await finish(true)).toMatchObject({ finished: true, ...named });
  expect(await isRestoring(api.deps)).toBe(false);
});

test("connections through which nobody can issue are named, and hold nothing up", async () => {
  const { id } = await api.organization();
  const dead = await api.connection(id, "tributario");
  await api.database.owner("update connections set credencial = 'rechazada' where id = $1", [dead]);
  const { finished, toRead, unreadable } = await finish(true);
  expect({ finished, toRead }).toEqual({ finished: true, toRead: [] });
  expect(unreadable).toContain(`${dead} ${today.slice(0, 7)}`);
  await api.database.owner("update connections set credencial = 'viva' where id = $1", [dead]);
  expect(await finish(true)).toMatchObject({ finished: false });
  await api.database.owner("update connections set disabled_at = $2 where id = $1", [
    dead,
    api.clock.now(),
  ]);
  expect(await finish(true)).toMatchObject({ finished: true });
});

test("a list that this kind of login cannot see is not waited for", async () => {
  const { id } = await api.organization();
  const agent = await api.connection(id, "tributario", ["boletas"]);
  await api.database.owner("update connections set acceso = 'representante' where id = $1", [
    agent,
  ]);
  const modules = (["empresa", "representante"] as const).map((kind) => [
    { id: "boletas", label: "Boletas", currentPeriodOnly: false, servedBy: [kind] },
  ]);
  const [hidden = [], shown = []] = modules;
  const asked = { point, begunAt, isLeftOut: true };
  const names = (found: Awaited<ReturnType<typeof finish>>) =>
    [...found.toRead, ...found.unreadable].filter((one) => one.startsWith(agent));
  expect(names(await finishRestore(api.deps, { ...asked, offered: () => hidden }))).toEqual([]);
  expect(names(await finishRestore(api.deps, { ...asked, offered: () => shown }))).not.toEqual([]);
});

test("a connection that can issue although its list is off is named, to be checked by hand", async () => {
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
