import { afterAll, beforeAll, expect, test } from "vitest";
import { addMonths, periodoOf, santiagoDayOf } from "#lib/chile/index.ts";
import { syncOnSchedule } from "#lib/schedules/index.ts";
import { bankReader, type BankReader, type Row } from "#tests/support/portals/bank-reader.ts";
import { mainLogin, syncScene, type SyncScene } from "#tests/support/scenes/sync-scene.ts";

let scene: SyncScene;
let bank: BankReader;
beforeAll(async () => {
  scene = await syncScene();
  bank = await bankReader(scene, await scene.organization(), "banco_c", {
    ...mainLogin,
    clave: "04827741",
  });
});
afterAll(() => scene?.close());

/** The last complete October: a month's contents depend on the calendar. */
function october() {
  let periodo = addMonths(periodoOf(scene.clock.now()), -1);
  while (!periodo.endsWith("10")) periodo = addMonths(periodo, -1);
  return periodo;
}

/** 1 is that October. */
const month = (back: number) => addMonths(october(), 1 - back);
const days = (rows: Row[], field = "fecha") => rows.map((row) => String(row[field]));

test("months whose files overlap have each movement once, however often they are synced", async () => {
  const truth: Row[] = [];
  for (const periodo of [month(2), month(1), month(2)]) {
    const [outcome] = await bank.sync(periodo, ["movimientos"]);
    const held = await bank.truth("movimientos", periodo);
    expect(outcome).toMatchObject({ status: "ok", records_synced: held.length });
  }
  for (const periodo of [month(2), month(1)])
    truth.push(...(await bank.truth("movimientos", periodo)));
  const rows = await bank.readAll("movimientos", {});
  expect(rows).toHaveLength(truth.length);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(truth.length);
  expect(days(rows)).toEqual(days(rows).toSorted().toReversed());
  // A month's file shows days of the next one, which nobody has synced.
  const { movimientos, cobertura } = await bank.ask("movimientos", { periodo: month(3) });
  expect(movimientos).toEqual([]);
  expect(cobertura).toMatchObject({ estado: "nunca_sincronizado" });
}, 60_000);

test("pages of 1, 7 and 500 are the same rows in the same order", async () => {
  const input = { periodo: month(1), desde: `${month(1)}-26` };
  const whole = await bank.readAll("movimientos", input);
  expect(whole.length).toBeGreaterThan(10);
  expect(await bank.readAll("movimientos", { ...input, limit: 7 })).toEqual(whole);
  const numeroCuenta = String(whole[0]?.["numeroCuenta"]);
  const few = { ...input, desde: String(whole[0]?.["fecha"]), numeroCuenta };
  const ofDay = await bank.readAll("movimientos", few);
  expect(ofDay.length).toBeGreaterThan(0);
  expect(await bank.readAll("movimientos", { ...few, limit: 1 })).toEqual(ofDay);
});

test("statements are read by the period they are searched by and by account, newest first", async () => {
  for (const back of [3, 2]) await bank.sync(month(back), ["cartolas"]);
  const rows = await bank.readAll("cartolas", {});
  expect(rows).toHaveLength(6);
  expect(days(rows, "periodo")).toEqual([...Array(3).fill(month(2)), ...Array(3).fill(month(3))]);
  const ofMonth = await bank.readAll("cartolas", { periodo: month(3) });
  expect(ofMonth).toEqual(rows.slice(3));
  const numeroCuenta = String(rows[0]?.["numeroCuenta"]);
  const ofAccount = await bank.readAll("cartolas", { numeroCuenta });
  expect(days(ofAccount, "periodo")).toEqual([month(2), month(3)]);
  expect(days(rows, "numeroCartola").every((number) => /^0+\d+$/.test(number))).toBe(true);
}, 60_000);

test("card movements are read by card and by whether they are billed", async () => {
  const periodo = month(1);
  await bank.sync(periodo, ["movimientos_tarjetas"]);
  const rows = await bank.readAll("movimientos_tarjetas", { periodo });
  expect(rows).toHaveLength((await bank.truth("movimientos_tarjetas", periodo)).length);
  const tarjeta = String(rows[0]?.["tarjeta"]);
  const billed = { periodo, tarjeta, estadoFacturacion: "facturado", type: "credit" };
  expect(await bank.readAll("movimientos_tarjetas", billed)).toEqual(
    rows.filter(
      (row) =>
        row["tarjeta"] === tarjeta &&
        row["estadoFacturacion"] === "facturado" &&
        row["type"] === "credit",
    ),
  );
}, 60_000);

const today = () => santiagoDayOf(scene.clock.now());

function goTo(day: string): void {
  while (today() < day) scene.advance(86_400);
}

test("a month without statements is complete only after the days in which they are issued", async () => {
  const periodo = periodoOf(scene.clock.now());
  const read = () => bank.ask("cartolas", { periodo });
  goTo(`${addMonths(periodo, 1)}-01`);
  await bank.sync(periodo, ["cartolas"]);
  expect(await read()).toMatchObject({ cartolas: [], cobertura: { estado: "parcial" } });
  goTo(`${addMonths(periodo, 1)}-06`);
  const siguiente = { input: { periodo, alcances: ["cartolas"] } };
  expect(await read()).toMatchObject({ cobertura: { estado: "parcial", siguiente } });
  await bank.sync(periodo, ["cartolas"]);
  const { cartolas, cobertura } = await read();
  expect(cartolas).toHaveLength(3);
  expect(cobertura).toMatchObject({ estado: "completo", siguiente: null });
}, 60_000);

test("a month with unbilled purchases is read again by its schedule, once they are billed", async () => {
  const periodo = periodoOf(scene.clock.now());
  goTo(`${addMonths(periodo, 1)}-06`);
  await bank.sync(periodo, ["movimientos", "cartolas", "movimientos_tarjetas"]);
  const unbilled = { periodo, estadoFacturacion: "no_facturado" };
  const waiting = await bank.readAll("movimientos_tarjetas", unbilled);
  expect(waiting.length).toBeGreaterThan(0);

  goTo(`${addMonths(periodo, 1)}-21`);
  await runSchedule();
  expect(await bank.readAll("movimientos_tarjetas", unbilled)).toHaveLength(0);
  const billed = await bank.readAll("movimientos_tarjetas", { periodo });
  const bills = new Map(billed.map((row) => [row["id"], row["periodoFacturacion"]]));
  for (const { id } of waiting) expect(bills.get(id)).toBe(addMonths(periodo, 1));
}, 90_000);

/** What the connection's schedule starts now, until all of it has ended. */
async function runSchedule(): Promise<void> {
  const offered = (id: string) => scene.deps.catalogue.manifestOf(id)?.alcances ?? [];
  await syncOnSchedule({ ...scene.deps, offered }, bank.connection);
  const started = await scene.database.owner(
    "select id from sync_jobs where connection_id = $1 and status = 'queued'",
    [bank.connection],
  );
  for (const { id } of started) await scene.untilEnded(String(id));
}

test("balances are of today, three per account", async () => {
  const [outcome] = await bank.sync(periodoOf(scene.clock.now()), ["saldos"]);
  expect(outcome).toMatchObject({ status: "ok", records_synced: 3 });
  const { saldos } = await bank.ask("saldos", {});
  expect(saldos).toHaveLength(3);
});
