import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFixturePages, type FixturePages } from "#lib/browser/testing/fixture-pages.ts";
import { Periodo } from "#lib/chile/index.ts";
import { shownPage } from "../driver/shown-page.ts";
import type { ShownPage } from "../portal.ts";
import { parseAccounts } from "./accounts.ts";
import { parseBalances } from "./balances.ts";
import { parseMovements } from "./movements.ts";
import { parseSheet } from "./sheet.ts";

let fixtures: FixturePages;
beforeAll(async () => {
  fixtures = await openFixturePages(join(import.meta.dirname, "../fixtures"));
});
afterAll(() => fixtures.close());

const marzo = Periodo.parse("2026-03");
const pesos = { numeroCuenta: "92392940369", periodo: marzo };
const dolares = { numeroCuenta: "32600564910", periodo: marzo };

async function shown(name: string): Promise<ShownPage> {
  return shownPage(await fixtures.show(`${name}.html`));
}

async function month(name: string, account: typeof pesos) {
  const sheet = parseSheet(await shown(name), { ...account, number: 1 });
  return parseMovements([sheet], account);
}

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

test("reads the company and the accounts, with Ñ, & and accents as they are", async () => {
  const page = await shown("cuentas");
  expect(page.company).toEqual({
    rut: "76.555.835-2",
    razonSocial: "Importadora Ñuble & Cía. Ltda.",
  });
  expect(parseAccounts(page)).toEqual({
    incompletos: 0,
    rows: [
      { numeroCuenta: "92392940369", tipo: "Cuenta Corriente", moneda: "CLP", estado: "Vigente" },
      { numeroCuenta: "63613977938", tipo: "Cuenta Vista", moneda: "CLP", estado: "Vigente" },
      {
        numeroCuenta: "32600564910",
        tipo: "Cuenta Corriente en Dólares",
        moneda: "USD",
        estado: "Vigente",
      },
    ],
  });
});

test("reads each account's balances under the portal's own day", async () => {
  const { rows, incompletos } = parseBalances(await shown("saldos"));
  expect(incompletos).toBe(0);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual({
    fecha: "2026-11-21",
    numeroCuenta: "92392940369",
    moneda: "CLP",
    saldoContable: 60_693_198,
    saldoDisponible: 59_175_869,
  });
  expect(rows[2]).toMatchObject({ moneda: "USD", saldoContable: 20_809.19 });
});

test("reads a statement: cargo is credit, abono is debit, a missing value is null", async () => {
  const { rows, incompletos, completo } = await month("cartola-gemelos", pesos);
  expect({ incompletos, completo, count: rows.length }).toEqual({
    incompletos: 0,
    completo: true,
    count: 8,
  });
  expect(rows[0]).toEqual({
    id: rows[0]?.id,
    fecha: "2026-03-01",
    descripcion: "Depósito en efectivo",
    numeroDocumento: "29750215",
    sucursal: null,
    numeroCuenta: "92392940369",
    moneda: "CLP",
    monto: 1_323_668,
    type: "debit",
    display: "$1.323.668",
    saldo: 62_642_082,
  });
  expect(rows[2]).toMatchObject({ numeroDocumento: "000411224" });
  expect(rows[6]).toMatchObject({
    sucursal: "Chillán",
    numeroDocumento: null,
    monto: 18_039,
    type: "credit",
    display: "-$18.039",
  });
});

test("keeps both of two equal charges, each under its own id", async () => {
  const { rows } = await month("cartola-gemelos", pesos);
  const twins = rows.filter((row) => row.numeroDocumento === "89740984");
  expect(twins.map((row) => row.monto)).toEqual([2_716_198, 2_716_198]);
  expect(new Set(rows.map((row) => row.id)).size).toBe(8);
});

test("gives a row the same id when there are new rows before it on other days", async () => {
  const sheet = parseSheet(await shown("cartola-gemelos"), { ...pesos, number: 1 });
  const [first, ...others] = sheet.rows;
  if (!first) throw new Error("the fixture has rows");
  const added = { ...first, descripcion: "Abono que el banco agregó después", saldo: "$1" };
  const before = parseMovements([sheet], pesos).rows.map((row) => row.id);
  const after = parseMovements([{ ...sheet, rows: [added, first, ...others] }], pesos);
  expect(after.rows.slice(1).map((row) => row.id)).toEqual(before);
  expect(after.completo).toBe(false);
});

test("keeps the cents of a currency that has them", async () => {
  const { rows, completo } = await month("cartola-dolares", dolares);
  expect(rows).toHaveLength(9);
  expect(completo).toBe(true);
  expect(rows[0]).toMatchObject({ monto: 20_383.76, display: "US$20.383,76", saldo: 134_012.41 });
});

test("counts a row that cannot be read, and reports the month as incomplete", async () => {
  const { rows, incompletos, completo } = await month("cartola-fila-ilegible", pesos);
  expect({ rows: rows.length, incompletos, completo }).toEqual({
    rows: 7,
    incompletos: 1,
    completo: false,
  });
});

test("accepts an empty month only with the portal's sentence", async () => {
  const page = await shown("cartola-vacia");
  const asked = { numeroCuenta: "63613977938", periodo: Periodo.parse("2026-05"), number: 1 };
  expect(parseSheet(page, asked)).toMatchObject({ rows: [], more: false });
  expect(() => parseSheet({ ...page, notice: null }, asked)).toThrow(unexpected);
});

test("refuses a renamed column", async () => {
  const page = await shown("cartola-columna-renombrada");
  const asked = { numeroCuenta: "63613977938", periodo: marzo, number: 1 };
  expect(() => parseSheet(page, asked)).toThrow(unexpected);
});

test("refuses a sheet of another account, month or page number, and an end too early", async () => {
  const page = await shown("cartola-hoja-1-de-2");
  const asked = { ...pesos, number: 1 };
  expect(parseSheet(page, asked).more).toBe(true);
  expect(() => parseSheet(page, { ...asked, numeroCuenta: "63613977938" })).toThrow(unexpected);
  expect(() => parseSheet(page, { ...asked, periodo: Periodo.parse("2026-04") })).toThrow(
    unexpected,
  );
  expect(() => parseSheet(page, { ...asked, number: 2 })).toThrow(unexpected);
  expect(() => parseSheet({ ...page, hasNext: false }, asked)).toThrow(unexpected);
});

test("recognises an ended session by its login form", async () => {
  expect(await shown("sesion-finalizada")).toMatchObject({ asksToLogIn: true, company: null });
});
