import { afterAll, beforeAll, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { bankReader, type BankReader, type Row } from "#tests/support/bank-reader.ts";
import { syncScene, type SyncScene } from "#tests/support/sync-scene.ts";

let scene: SyncScene;
let bank: BankReader;
let rows: Row[];
beforeAll(async () => {
  scene = await syncScene();
  bank = await bankReader(scene, await scene.organization(), "banco_f");
  await bank.sync(past(), ["movimientos"]);
  rows = await bank.readAll("movimientos", { periodo: past() });
}, 60_000);
afterAll(() => scene?.close());

/** The last whole October: what a month holds goes by the calendar. */
function past() {
  let periodo = addMonths(periodoOf(scene.clock.now()), -1);
  while (!periodo.endsWith("10")) periodo = addMonths(periodo, -1);
  return periodo;
}

test("a movement is answered with its counterparty, and without the texts that only it needs", async () => {
  const truth = await bank.truth("movimientos", past());
  expect(rows).toHaveLength(truth.length);
  const told = (row: Row) => row["counterparty"] as unknown as Record<string, string> | null;
  const ruts = rows.map((row) => told(row)?.["rut"] ?? null).filter((rut) => rut !== null);
  const expected = truth.map((row) => row["contraparteRut"]).filter((rut) => rut !== null);
  expect(ruts.toSorted()).toEqual(expected.map(String).toSorted());
  expect(new Set(rows.map((row) => row["counterpartySource"]))).toEqual(
    new Set([null, "glosa", "detalle", "transferencia"]),
  );
  for (const row of rows) {
    expect(row["counterpartySource"] === null).toBe(told(row) === null);
    expect(Object.keys(row)).not.toContain("detalle");
    expect(Object.keys(row)).not.toContain("ultimaLecturaEn");
    expect(row["observedAt"]).toMatch(/Z$/);
  }
});

test("type is the side of the ledger: together both sides are all rows", async () => {
  const [out, into] = [
    await bank.readAll("movimientos", { periodo: past(), type: "credit" }),
    await bank.readAll("movimientos", { periodo: past(), type: "debit" }),
  ];
  const truth = await bank.truth("movimientos", past());
  expect(out).toHaveLength(truth.filter((row) => Number(row["cargo"]) > 0).length);
  expect(into).toHaveLength(truth.filter((row) => Number(row["abono"]) > 0).length);
  expect(out.every((row) => String(row["display"]).startsWith("-"))).toBe(true);
});

test("pages of 7 and of 500 are the same rows in the same order", async () => {
  const input = { periodo: past(), desde: `${past()}-25` };
  const whole = await bank.readAll("movimientos", input);
  expect(whole.length).toBeGreaterThan(14);
  expect(await bank.readAll("movimientos", { ...input, limit: 7 })).toEqual(whole);
  const days = whole.map((row) => String(row["fecha"]));
  expect(days).toEqual(days.toSorted().toReversed());
});

test("balances are of the observed day, and accounts say their currency", async () => {
  const [outcome] = await bank.sync(periodoOf(scene.clock.now()), ["saldos"]);
  expect(outcome).toMatchObject({ status: "ok", records_synced: 3 });
  const saldos = await bank.readAll("saldos", {});
  expect(saldos).toHaveLength(3);
  for (const row of saldos) expect(row["observedDay"]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const cuentas = await bank.readAll("cuentas", {});
  expect(cuentas.map((row) => String(row["moneda"])).toSorted()).toEqual(["CLP", "CLP", "USD"]);
});
