import { afterAll, beforeAll, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { bankReader, type BankReader, type Row } from "#tests/support/portals/bank-reader.ts";
import { syncScene, type SyncScene } from "#tests/support/scenes/sync-scene.ts";

let scene: SyncScene;
let bank: BankReader;
beforeAll(async () => {
  scene = await syncScene();
  bank = await bankReader(scene, await scene.organization(), "banco_d");
});
afterAll(() => scene?.close());

/** The last complete month with that number: a month's contents depend on the calendar. */
function lastMonth(number: string): string {
  let periodo = addMonths(periodoOf(scene.clock.now()), -1);
  while (!periodo.endsWith(number)) periodo = addMonths(periodo, -1);
  return periodo;
}

/** What identifies the rows of one movement: account, day, document and side. */
const movementOf = (row: Row): string =>
  JSON.stringify([row["numeroCuenta"], row["fecha"], row["numeroDocumento"], row["type"]]);
const newest = (rows: Row[], field: string): unknown =>
  rows.toSorted((a, b) => String(a[field]).localeCompare(String(b[field]))).at(-1)?.["id"];

test("completo is the account's on each row, all accounts' on the answer, and absent without a period", async () => {
  const december = lastMonth("12");
  const [outcome] = await bank.sync(december, ["movimientos"]);
  expect(outcome).toMatchObject({ alcance: "movimientos", status: "partial", completo: false });
  const rows = await bank.readAll("movimientos", { periodo: december });
  expect(outcome?.["records_synced"]).toBe(rows.length);
  const [cut, whole, dollars] = (await bank.readAll("cuentas", {})).toSorted((a, b) =>
    String(countOf(rows, b))
      .padStart(5)
      .localeCompare(String(countOf(rows, a)).padStart(5)),
  );
  const accountOf = (row: Row | undefined) => String(row?.["numeroCuenta"]);
  for (const row of rows) {
    expect(row["completo"]).toBe(row["numeroCuenta"] !== accountOf(cut));
  }
  const ask = (input: Record<string, unknown>) => bank.ask("movimientos", { limit: 1, ...input });
  const complete = async (input: Record<string, unknown>) => (await ask(input))["completo"];
  expect(await complete({ periodo: december })).toBe(false);
  expect(await complete({ periodo: december, numeroCuenta: accountOf(cut) })).toBe(false);
  expect(await complete({ periodo: december, numeroCuenta: accountOf(whole) })).toBe(true);
  expect(await complete({ periodo: december, numeroCuenta: accountOf(dollars) })).toBe(true);
  expect(await complete({ periodo: lastMonth("06") })).toBeNull();
  expect(await complete({})).toBeNull();
  // The same sync would be cut in the same place, so none is named.
  for (const [input, estado] of [
    [{}, "parcial"],
    [{ numeroCuenta: accountOf(cut) }, "parcial"],
    [{ numeroCuenta: accountOf(whole) }, "completo"],
  ] as const) {
    const { cobertura } = await ask({ periodo: december, ...input });
    expect(cobertura).toMatchObject({ estado, siguiente: null });
  }
  const unnamed = await bank.readAll("movimientos", { desde: `${december}-20` });
  expect(new Set(unnamed.map((row) => row["completo"]))).toEqual(new Set([null]));
}, 60_000);

test("of a movement's rows the one read later counts, and soloVigentes keeps only that one", async () => {
  const october = lastMonth("10");
  const [outcome] = await bank.sync(october, ["movimientos"]);
  expect(outcome).toMatchObject({ status: "ok", completo: true });
  const truth = await bank.truth("movimientos", october);
  const all = await bank.readAll("movimientos", { periodo: october });
  expect(all).toHaveLength(truth.length);
  expect(outcome?.["records_synced"]).toBe(truth.length);
  const days = all.map((row) => String(row["fecha"]));
  expect(days).toEqual(days.toSorted().toReversed());

  const current = await bank.readAll("movimientos", { periodo: october, soloVigentes: true });
  const ids = new Set(current.map((row) => row["id"]));
  const corrected = all.filter((row) => !ids.has(row["id"]));
  expect(corrected.length).toBeGreaterThanOrEqual(3);
  for (const row of corrected) {
    const written = all.filter((other) => movementOf(other) === movementOf(row));
    expect(written).toHaveLength(2);
    expect(newest(written, "ultimaLecturaEn")).toBe(newest(written, "ingreso"));
    expect(newest(written, "ultimaLecturaEn")).not.toBe(row["id"]);
  }
  const seen = new Map(all.map((row) => [row["id"], row]));
  for (const row of current) expect(row).toEqual(seen.get(row["id"]));
}, 60_000);

test("a later correction is read later, and leaves the corrected row as it was", async () => {
  const periodo = lastMonth("10");
  const before = await bank.readAll("movimientos", { periodo });
  const [wrong] = before.filter(
    (row) =>
      row["type"] === "debit" &&
      row["numeroDocumento"] !== null &&
      before.filter((other) => movementOf(other) === movementOf(row)).length === 1,
  );
  const { numeroCuenta, fecha, numeroDocumento } = wrong ?? {};
  const abono = Number(wrong?.["monto"]) + 77_000;
  await bank.addRows(periodo, [
    { cuenta: numeroCuenta, fecha, glosa: "Corregido", documento: numeroDocumento, abono },
  ]);
  scene.advance(3_600);
  const [outcome] = await bank.sync(periodo, ["movimientos"]);
  expect(outcome).toMatchObject({ status: "ok", completo: true });
  const after = await bank.readAll("movimientos", { periodo });
  expect(after).toHaveLength(before.length + 1);
  const kept = after.find((row) => row["id"] === wrong?.["id"]);
  // Both are listed, so both were seen in this reading: the correction counts as the later one.
  expect({ ...kept, ultimaLecturaEn: wrong?.["ultimaLecturaEn"] }).toEqual(wrong);
  const known = new Set(before.map((row) => row["id"]));
  const [right] = after.filter((row) => !known.has(row["id"]));
  expect(String(right?.["ultimaLecturaEn"]) > String(kept?.["ultimaLecturaEn"])).toBe(true);
  const current = await bank.readAll("movimientos", { periodo, soloVigentes: true });
  const same = current.filter((row) => movementOf(row) === movementOf(wrong ?? {}));
  expect(same.map((row) => row["descripcion"])).toEqual(["Corregido"]);
}, 60_000);

test("pages of 1, 7 and 500 are the same rows in the same order", async () => {
  const periodo = lastMonth("10");
  const input = { periodo, soloVigentes: true, desde: `${periodo}-30` };
  const whole = await bank.readAll("movimientos", input);
  expect(whole.length).toBeGreaterThan(20);
  expect(await bank.readAll("movimientos", { ...input, limit: 7 })).toEqual(whole);
  const few = {
    ...input,
    desde: `${periodo}-31`,
    numeroCuenta: String(whole[0]?.["numeroCuenta"]),
  };
  const ofDay = await bank.readAll("movimientos", few);
  expect(ofDay.length).toBeGreaterThan(1);
  expect(await bank.readAll("movimientos", { ...few, limit: 1 })).toEqual(ofDay);
}, 60_000);

function countOf(rows: Row[], account: Row): number {
  return rows.filter((row) => row["numeroCuenta"] === account["numeroCuenta"]).length;
}
