import { afterAll, beforeAll, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { bankReader, type BankReader, type Row } from "#tests/support/portals/bank-reader.ts";
import { syncScene, type SyncScene } from "#tests/support/scenes/sync-scene.ts";
import { apartFromReading } from "#tests/support/portals/movements.ts";

let scene: SyncScene;
let bank: BankReader;
beforeAll(async () => {
  scene = await syncScene();
  bank = await bankReader(scene, await scene.organization(), "banco_b");
});
afterAll(() => scene?.close());

const current = () => periodoOf(scene.clock.now());
const sum = (rows: Row[]): number =>
  rows.reduce(
    (total, row) => total + (row["type"] === "credit" ? -1 : 1) * Number(row["monto"]),
    0,
  );
const inWords = (rows: Row[]): number =>
  rows.reduce((total, row) => total + Number(row["abono"]) - Number(row["cargo"]), 0);

test("a month from both statements has each movement once, and sums to what the bank has", async () => {
  const periodo = current();
  const [first] = await bank.sync(periodo, ["movimientos"]);
  const before = await bank.readAll("movimientos", { periodo });
  expect(first).toMatchObject({ status: "ok", completo: true, records_synced: before.length });

  // A month later it is a past one, and comes from the historical statement.
  while (current() === periodo) scene.advance(86_400);
  const [again] = await bank.sync(periodo, ["movimientos"]);
  const truth = await bank.truth("movimientos", periodo);
  const after = await bank.readAll("movimientos", { periodo });
  expect(again).toMatchObject({ status: "ok", completo: true, records_synced: truth.length });
  expect(after).toHaveLength(truth.length);
  expect(Math.round(sum(after))).toBe(Math.round(inWords(truth)));
  const stored = new Map(after.map((row) => [row["id"], apartFromReading(row)]));
  for (const row of before) expect(stored.get(row["id"])).toEqual(apartFromReading(row));

  await bank.sync(addMonths(periodo, -1), ["movimientos"]);
  const both = await bank.readAll("movimientos", {});
  const older = await bank.truth("movimientos", addMonths(periodo, -1));
  expect(both).toHaveLength(truth.length + older.length);
  expect(Math.round(sum(both))).toBe(Math.round(inWords([...truth, ...older])));
  const days = both.map((row) => String(row["fecha"]));
  expect(days).toEqual(days.toSorted().toReversed());
}, 90_000);

test("transfers are read together or by direction, newest first", async () => {
  const periodo = addMonths(current(), -1);
  await bank.sync(periodo, ["transferencias"]);
  const all = await bank.readAll("transferencias", { periodo });
  const issued = await bank.readAll("transferencias", { periodo, direccion: "issued" });
  const received = await bank.readAll("transferencias", {
    periodo,
    direccion: "received",
    limit: 7,
  });
  expect(all).toHaveLength((await bank.truth("transferencias", periodo)).length);
  expect(all).toHaveLength(issued.length + received.length);
  expect([issued, received].map((rows) => new Set(rows.map((row) => row["type"])))).toEqual([
    new Set(["credit"]),
    new Set(["debit"]),
  ]);
  const instants = all.map((row) => `${String(row["fecha"])}${String(row["hora"])}`);
  expect(instants).toEqual(instants.toSorted().toReversed());
  expect(all.filter((row) => /^\d{14}$/.test(String(row["numeroTransaccion"])))).toEqual(all);
}, 60_000);

test("batches come newest first without their lines, the lines of one batch by their number", async () => {
  let periodo = addMonths(current(), -1);
  while (!periodo.endsWith("09")) periodo = addMonths(periodo, -1);
  await bank.sync(periodo, ["nominas"]);
  const batches = await bank.readAll("nominas", { periodo });
  const days = batches.map((row) => String(row["fecha"]));
  const truth = await bank.truth("nominas", periodo);
  expect(new Set(batches.map((row) => row["idNomina"]))).toEqual(
    new Set(truth.map((row) => row["id"])),
  );
  expect(batches).toHaveLength(truth.length);
  expect(days).toEqual(days.toSorted().toReversed());
  const salaries = batches.find((row) => row["tipoNomina"] === "remuneraciones");
  const idNomina = String(salaries?.["idNomina"]);
  const lines = await bank.readAll("nomina_pagos", { idNomina });
  expect(lines).toHaveLength(2_300);
  expect(lines.map((row) => row["linea"])).toEqual(lines.map((_row, place) => place + 1));
  const total = lines.reduce((sum, row) => sum + Number(row["monto"]), 0);
  expect(total).toBe(salaries?.["monto"]);
  expect(await bank.readAll("nomina_pagos", { idNomina: "0" })).toEqual([]);
}, 60_000);

test("balances are of today, three per account", async () => {
  const [outcome] = await bank.sync(current(), ["saldos"]);
  expect(outcome).toMatchObject({ status: "ok", records_synced: 3 });
  const { saldos, cobertura } = await bank.ask("saldos", {});
  expect(saldos).toHaveLength(3);
  expect(cobertura).toMatchObject({ estado: "completo" });
});
