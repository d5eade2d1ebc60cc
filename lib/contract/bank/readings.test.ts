import * as z from "zod";
import { describe, expect, test } from "vitest";
import { accountOf } from "#tests/support/planted/account-of.ts";
import { accountsOf } from "./accounts.ts";
import { dailyBalancesOf, movementsOf } from "./datasets.ts";
import { balanceShape, movementShape } from "./fields.ts";
import { rowIds } from "./fingerprint.ts";
import {
  accountBalances,
  balancesReading,
  eachAccount,
  listReading,
  monthRows,
  withAccounts,
} from "./readings.ts";

const cuentas = accountsOf("banco_x");
const saldos = dailyBalancesOf("banco_x", z.strictObject(balanceShape));
const movimientos = movementsOf("banco_x", z.strictObject(movementShape));

const balanceOf = (numeroCuenta: string) =>
  saldos.row.parse({
    fecha: "2026-08-11",
    numeroCuenta,
    moneda: "CLP",
    saldoContable: 2,
    saldoDisponible: 1,
  });
const movementOf = (numeroCuenta: string, fecha: string, id: string) =>
  movimientos.row.parse({
    id,
    fecha,
    descripcion: "Pago",
    numeroDocumento: null,
    numeroCuenta,
    moneda: "CLP",
    monto: 1,
    type: "credit",
    display: "-$1",
  });

describe("an account that cannot be read", () => {
  const whole = listReading(saldos, { rows: [balanceOf("1")], incompletos: 0 });

  test("counts and makes a module incomplete, even if its own rows are complete", () => {
    expect(whole).toMatchObject({ incompletos: 0, completo: true });
    const rows = [accountOf("1")];
    expect(withAccounts(cuentas, { rows, incompletos: 1 }, whole)).toMatchObject({
      incompletos: 1,
      completo: false,
    });
    expect(withAccounts(cuentas, { rows, incompletos: 0 }, whole)).toMatchObject({
      incompletos: 0,
      completo: true,
    });
  });

  test("counts once where its row is also its balance's", () => {
    const rows = [{ cuenta: accountOf("1"), saldo: balanceOf("1") }];
    const reading = accountBalances({ cuentas, saldos }, { rows, incompletos: 1 });
    expect(reading).toMatchObject({ incompletos: 1, completo: false });
    expect(reading.rows.map(({ dataset, records }) => [dataset, records.length])).toEqual([
      ["banco_x.cuentas", 1],
      ["banco_x.saldos", 1],
    ]);
  });
});

test("balances name the accounts they are of, unless one of them cannot be read", () => {
  const rows = [balanceOf("1"), balanceOf("2")];
  const completoPorCuenta = { "1": true, "2": true };
  expect(balancesReading(saldos, { rows, incompletos: 0 })).toMatchObject({ completoPorCuenta });
  expect(balancesReading(saldos, { rows, incompletos: 1 })).not.toHaveProperty("completoPorCuenta");
});

test("two accounts with one number leave it and the module incomplete", async () => {
  const rows = ["1", "2", "3"].map(accountOf);
  const inDollars = { ...accountOf("2"), moneda: "USD" };
  const { months, ...read } = await eachAccount([...rows, inDollars], async () => ({
    incompletos: 0,
    rows: [],
  }));
  const reading = { rows: [monthRows(movimientos, months)], ...read };
  const accounts = { rows: [...rows, inDollars], incompletos: 0 };
  expect(withAccounts(cuentas, accounts, reading)).toMatchObject({
    incompletos: 1,
    completo: false,
    completoPorCuenta: { "1": true, "2": false, "3": true },
  });
  const balances = listReading(saldos, { rows: rows.map(() => balanceOf("2")), incompletos: 0 });
  const withoutAccounts = withAccounts(cuentas, accounts, balances);
  expect(withoutAccounts).toMatchObject({ incompletos: 1, completo: false });
  expect(withoutAccounts).not.toHaveProperty("completoPorCuenta");
});

test("accounts are read one after another, and one that is cut decides for all", async () => {
  const running: string[] = [];
  const read = async ({ numeroCuenta }: { numeroCuenta: string }) => {
    expect(running).toEqual([]);
    running.push(numeroCuenta);
    await Promise.resolve();
    running.pop();
    const incompletos = numeroCuenta === "2" ? 3 : 0;
    // The second is cut as well, but another reading may get what could not be read of it.
    const cut = numeroCuenta !== "1" && numeroCuenta !== "4";
    const completo = numeroCuenta === "1";
    return { rows: [], incompletos, ...(incompletos === 0 && { completo }), cut };
  };
  const { months, ...result } = await eachAccount(["1", "2", "3", "4"].map(accountOf), read);
  expect(months).toHaveLength(4);
  expect(result).toEqual({
    incompletos: 3,
    completo: false,
    completoPorCuenta: { "1": true, "2": false, "3": false, "4": false },
    cortadas: ["3"],
  });
  expect(await eachAccount([], read)).toMatchObject({ incompletos: 0, completo: true });
});

test("two accounts with one number are complete when both are, in either order", async () => {
  for (const wholes of [
    [true, false],
    [false, true],
    [true, true],
  ]) {
    const accounts = wholes.map((completo) => ({ ...accountOf("1"), completo }));
    const read = await eachAccount(accounts, async ({ completo }) => ({
      incompletos: 0,
      completo,
    }));
    expect(read.completoPorCuenta).toEqual({ "1": !wholes.includes(false) });
  }
});

test("a movement's position is the one within its own account's day", () => {
  const months = ["1", "2"].map((cuenta) => ({
    rows: [
      movementOf(cuenta, "2026-08-11", "a"),
      movementOf(cuenta, "2026-08-11", "b"),
      movementOf(cuenta, "2026-08-12", "c"),
    ],
  }));
  const places = monthRows(movimientos, months).records.map(({ sortKey }) => sortKey.split("|"));
  expect(places.map(([, cuenta, place]) => [cuenta, Number(place)])).toEqual([
    ["1", 0],
    ["1", 1],
    ["1", 0],
    ["2", 0],
    ["2", 1],
    ["2", 0],
  ]);
});

test("equal rows have their own ids, the same in every reading", () => {
  const [first, again] = [rowIds(), rowIds()];
  const ids = [first(["1", 2]), first(["1", 2]), first(["1", 3])];
  expect(new Set(ids).size).toBe(3);
  expect([again(["1", 3]), again(["1", 2]), again(["1", 2])]).toEqual([ids[2], ids[0], ids[1]]);
});
