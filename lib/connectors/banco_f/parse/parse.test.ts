import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import type { MovementsPage } from "../portal.ts";
import { parseAccounts, parseBalances } from "./accounts.ts";
import { parseAmount, parseMoment } from "./amounts.ts";
import { parseMovements, parseMovementsPage } from "./movements.ts";

function answer<T = Record<string, unknown>>(name: string): T {
  const path = join(import.meta.dirname, `../fixtures/${name}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

const asked = { numeroCuenta: "83336704523", currency: "USD", before: 0 };
const account = { ...asked, periodo: Periodo.parse("2026-03") };
const dollars = answer<MovementsPage>("movimientos-dolares");
const raws = dollars.movimientos as Record<string, unknown>[];
const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

test("amounts are fourteen digits of hundredths with a trailing minus", () => {
  expect(parseAmount("00000010000000-")).toBe(-100_000);
  expect(parseAmount("00000009346521")).toBe(93_465.21);
  expect(parseAmount("00000000000000")).toBe(0);
  for (const text of ["", "-00000010000000", "100", "00000010000000+", "0000001000000,0"]) {
    expect(parseAmount(text), text).toBeNull();
  }
});

test("a moment has its day in Santiago and its hour", () => {
  expect(parseMoment("20261031 23:34:00")).toEqual({ fecha: "2026-10-31", hora: "23:34:00" });
  expect(parseMoment("20261031")).toBeNull();
  expect(parseMoment("20261331 23:34:00")).toBeNull();
});

test("reads the accounts, one of them in dollars", () => {
  expect(parseAccounts(answer("cuentas"))).toEqual({
    incompletos: 0,
    rows: [
      { numeroCuenta: "90225767168", tipo: "CTA CORRIENTE MN", moneda: "CLP", estado: null },
      { numeroCuenta: "87006749487", tipo: "CTA VISTA MN", moneda: "CLP", estado: null },
      { numeroCuenta: "83336704523", tipo: "CTA CORRIENTE ME", moneda: "USD", estado: null },
    ],
  });
  expect(() => parseAccounts({ cuentas: [] })).toThrow(unexpected);
  expect(() => parseAccounts(answer("sesion-finalizada"))).toThrow(unexpected);
});

test("reads balances under the day that the bank gives", () => {
  const balances = answer("saldos");
  const { rows, incompletos } = parseBalances(balances);
  expect(incompletos).toBe(0);
  expect(rows).toHaveLength(3);
  expect(rows[2]).toEqual({
    numeroCuenta: "83336704523",
    currency: "USD",
    observedDay: "2026-11-21",
    saldoContable: 95_218.09,
    saldoDisponible: 92_837.64,
  });
  const [first, ...others] = balances["saldos"] as Record<string, unknown>[];
  const overdrawn = { ...first, contable: "00000005000000-" };
  const read = parseBalances({ ...balances, saldos: [overdrawn, ...others, { cuenta: 1 }] });
  expect(read.rows[0]?.saldoContable).toBe(-50_000);
  expect(read.incompletos).toBe(1);
  expect(() => parseBalances(answer("saldos-otro-nombre"))).toThrow(unexpected);
  expect(() => parseBalances({ ...balances, saldos: [] })).toThrow(unexpected);
});

test("reads movements with their cents, oldest first, with all texts", () => {
  const { rows, incompletos } = parseMovements(raws, account);
  expect(incompletos).toBe(0);
  expect(rows).toHaveLength(raws.length);
  const [newest] = raws;
  const amount = parseAmount(String(newest?.["monto"])) ?? 0;
  expect(rows.at(-1)).toMatchObject({
    id: expect.stringMatching(/^[\w-]{22}$/),
    fecha: "2026-03-31",
    descripcion: newest?.["glosa"],
    numeroCuenta: "83336704523",
    currency: "USD",
    monto: Math.abs(amount),
    type: amount < 0 ? "credit" : "debit",
  });
  expect(rows.filter(({ type }) => type === "credit").length).toBeGreaterThan(0);
  expect(rows.every(({ display, type }) => display.startsWith("-") === (type === "credit"))).toBe(
    true,
  );
  expect(rows.map(({ fecha }) => fecha)).toEqual(rows.map(({ fecha }) => fecha).toSorted());
});

test("the id stays when the bank renumbers its rows or adds texts, and twins stay two", () => {
  const ids = parseMovements(raws, account).rows.map(({ id }) => id);
  const renumbered = raws.map((raw) => ({ ...raw, orden: Number(raw["orden"]) + 7, detalle: "x" }));
  expect(parseMovements(renumbered, account).rows.map(({ id }) => id)).toEqual(ids);
  const [newest] = raws;
  const withTwin = parseMovements([newest, ...raws], account).rows.map(({ id }) => id);
  expect(withTwin.slice(0, -1)).toEqual(ids);
  expect(new Set(withTwin).size).toBe(ids.length + 1);
});

test("a row that cannot be read is counted", () => {
  const [first, ...others] = raws;
  for (const change of [
    { monto: "100" },
    { fechaMovimiento: "20260401 00:10:00" },
    { saldo: "mucho" },
    { glosa: "" },
    { numeroDocumento: null },
    { transferencia: "x" },
  ]) {
    const { rows, incompletos } = parseMovements([{ ...first, ...change }, ...others], account);
    expect([rows.length, incompletos], JSON.stringify(change)).toEqual([others.length, 1]);
  }
});

test("an empty list is accepted when the bank says so, and only then", () => {
  const none = answer("movimientos-ninguno");
  const of = { numeroCuenta: "87006749487", currency: "CLP", before: 0 };
  expect(parseMovementsPage(none, of).movimientos).toEqual([]);
  for (const change of [{ estado: "CON_MOVIMIENTOS" }, { estado: "X" }, { continuacion: "abc" }]) {
    expect(() => parseMovementsPage({ ...none, ...change }, of)).toThrow(unexpected);
  }
});

test.each([
  ["another account", dollars, { numeroCuenta: "1" }],
  ["another currency", dollars, { currency: "CLP" }],
  ["a page out of its turn", dollars, { before: 75 }],
  ["a row that is missing", { ...dollars, movimientos: raws.toSpliced(1, 1) }, {}],
  ["renamed fields", answer("movimientos-otro-nombre"), {}],
  ["an ended session", answer("sesion-finalizada"), {}],
])("%s is an unexpected response", (_what, page, more) => {
  expect(parseMovementsPage(dollars, asked).movimientos).toHaveLength(raws.length);
  expect(() => parseMovementsPage(page, { ...asked, ...more })).toThrow(unexpected);
});
