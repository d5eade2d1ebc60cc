import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPrinted } from "#lib/browser/index.ts";
import { openFixturePages, type FixturePages } from "#lib/browser/testing/fixture-pages.ts";
import { Fecha } from "#lib/chile/index.ts";
import { parts } from "../driver/shown-page.ts";
import type { ShownPage } from "../portal.ts";
import { parseAccounts } from "./accounts.ts";
import { parseBalances } from "./balances.ts";
import { parseMovements } from "./movements.ts";
import { parseSearch } from "./search.ts";

let fixtures: FixturePages;
beforeAll(async () => {
  fixtures = await openFixturePages(join(import.meta.dirname, "../fixtures"), "utf8");
});
afterAll(() => fixtures.close());

async function shown(name: string): Promise<ShownPage> {
  return readPrinted(await fixtures.show(`${name}.html`), parts);
}

const days = (desde: string, hasta: string) => ({
  desde: Fecha.parse(desde),
  hasta: Fecha.parse(hasta),
});
const pesos = { numeroCuenta: "34946893947", ...days("2026-10-17", "2026-10-18") };
const dollars = { numeroCuenta: "35181439654", ...days("2026-11-18", "2026-11-21") };
const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

async function movements(name: string, asked: typeof pesos) {
  const { rows, moneda } = parseSearch(await shown(name), asked);
  return parseMovements(rows, { ...asked, moneda });
}

test("accounts are those in the search form", async () => {
  expect(parseAccounts(await shown("search-form"))).toEqual({
    incompletos: 0,
    rows: [
      { numeroCuenta: "34946893947", tipo: "CTA.CTE.", choice: "1" },
      { numeroCuenta: "49776620976", tipo: "CTA.VISTA", choice: "2" },
      { numeroCuenta: "35181439654", tipo: "CTA.CTE.USD", choice: "3" },
    ],
  });
  const page = await shown("balances");
  expect(() => parseAccounts(page)).toThrow(unexpected);
});

describe("balances", () => {
  test("there are four, of the day that the portal prints", async () => {
    const { rows, incompletos } = parseBalances(await shown("balances"));
    expect(incompletos).toBe(0);
    expect(rows.map(({ moneda }) => moneda)).toEqual(["CLP", "CLP", "USD"]);
    expect(rows[0]).toEqual({
      fecha: "2026-11-21",
      numeroCuenta: "34946893947",
      moneda: "CLP",
      saldoContable: 64_895_142,
      saldoDisponible: 63_272_764,
      saldo9AM: 81_304_427,
      retencion: 1_622_378,
    });
    expect(rows[2]).toMatchObject({ saldoContable: 6019.38, retencion: 150.48 });
  });

  test("a trailing minus is negative; a column with another name is another shape", async () => {
    const page = await shown("balances");
    const table = page.tables.saldos ?? { headers: [], rows: [] };
    const overdrawn = table.rows.map((cells) => cells.with(2, "1.234-"));
    const below = { ...page, tables: { ...page.tables, saldos: { ...table, rows: overdrawn } } };
    expect(parseBalances(below).rows[0]?.saldoContable).toBe(-1234);
    const headers = table.headers.map((name) => (name === "Saldo 9 AM" ? "Saldo Apertura" : name));
    const renamed = { ...page, tables: { ...page.tables, saldos: { ...table, headers } } };
    expect(() => parseBalances(renamed)).toThrow(unexpected);
  });
});

describe("movements", () => {
  test("an amount in parentheses left the account: a credit in the ledger", async () => {
    const { rows, incompletos } = await movements("movements", pesos);
    expect([rows.length, incompletos]).toEqual([64, 0]);
    expect(rows.at(-1)).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      fecha: "2026-10-18",
      ingreso: "2026-10-18T20:57:24",
      descripcion: "Transf. electrónica a Begoña Ibáñez Ibáñez",
      numeroDocumento: "94907017",
      numeroCuenta: "34946893947",
      moneda: "CLP",
      monto: 1_418_713,
      type: "credit",
      display: "-$1.418.713",
      saldoContable: 81_915_542,
    });
  });

  test("without parentheses it came in; a document keeps its zeros, and may be missing", async () => {
    const { rows } = await movements("movements", pesos);
    const deposit = rows.find(({ numeroDocumento }) => numeroDocumento === "000409702");
    expect(deposit).toMatchObject({ type: "debit", monto: 110_542, display: "$110.542" });
    const fee = rows.find(({ descripcion }) => descripcion === "Mantención cuenta");
    expect(fee).toMatchObject({ numeroDocumento: null, type: "credit", monto: 8_018 });
  });

  test("equal in everything, even second and balance, stay separate", async () => {
    const { rows } = await movements("movements", pesos);
    const ofSecond = rows.filter(({ ingreso }) => ingreso === "2026-10-18T12:56:48");
    expect(ofSecond.map(({ type, saldoContable }) => [type, saldoContable])).toEqual([
      ["credit", 74_305_719],
      ["debit", 75_590_146],
      ["credit", 74_305_719],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(64);
  });

  test("in dollars keep their cents, and a negative balance its sign", async () => {
    const { rows } = await movements("movements-usd", dollars);
    expect(rows.map(({ display, saldoContable }) => [display, saldoContable])).toEqual([
      ["US$7.222,94", 38_483.58],
      ["-US$25.377,67", 13_105.91],
      ["-US$21.452,04", -8_346.13],
      ["US$14.365,51", 6_019.38],
    ]);
  });

  test("an empty list is accepted only where the portal says so", async () => {
    const september = { numeroCuenta: "49776620976", ...days("2026-09-01", "2026-09-30") };
    const page = await shown("movements-empty");
    expect(parseSearch(page, september)).toEqual({ moneda: "CLP", rows: [], full: false });
    const table = page.tables.movimientos ?? { headers: [], rows: [] };
    const bare = { ...page, tables: { ...page.tables, movimientos: { ...table, rows: [] } } };
    expect(() => parseSearch(bare, september)).toThrow(unexpected);
  });

  test("an answer with other days, another account or another count is refused", async () => {
    const page = await shown("movements");
    const counted = { ...page, texts: { ...page.texts, registros: "65" } };
    expect(() => parseSearch(counted, pesos)).toThrow(unexpected);
    for (const other of [
      { ...pesos, numeroCuenta: "49776620976" },
      { ...pesos, ...days("2026-10-01", "2026-10-18") },
      { ...pesos, ...days("2026-10-17", "2026-10-31") },
    ]) {
      expect(() => parseSearch(page, other)).toThrow(unexpected);
    }
    const refused = await shown("search-refused");
    expect(() => parseSearch(refused, pesos)).toThrow(unexpected);
  });
});

describe("what cannot be read", () => {
  test.each([
    ["a day that does not exist", 0, "31-11-2026"],
    ["no instant of entry", 1, ""],
    ["no text", 3, ""],
    ["an amount that is none", 4, "n/d"],
    ["an amount below zero that is no charge", 4, "50.000-"],
    ["no balance", 5, ""],
  ])("a row with %s is counted, the others are read", async (_what, cell, text) => {
    const page = await shown("movements");
    const table = page.tables.movimientos ?? { headers: [], rows: [] };
    const rows = table.rows.map((cells, place) => (place === 3 ? cells.with(cell, text) : cells));
    const wrong = { ...page, tables: { ...page.tables, movimientos: { ...table, rows } } };
    const found = parseSearch(wrong, pesos);
    const parsed = parseMovements(found.rows, { ...pesos, moneda: found.moneda });
    expect([parsed.rows.length, parsed.incompletos]).toEqual([63, 1]);
  });
});
