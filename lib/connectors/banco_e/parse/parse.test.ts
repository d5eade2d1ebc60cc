import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFixturePages, type FixturePages } from "#lib/browser/testing/fixture-pages.ts";
import { Periodo } from "#lib/chile/index.ts";
import { shownPage, shownPiece } from "../driver/shown-page.ts";
import type { RawMovement, ShownPage, ShownPiece } from "../portal.ts";
import { parseAccounts } from "./accounts.ts";
import { parseBalances } from "./balances.ts";
import { parseMovements } from "./movements.ts";
import { parsePiece } from "./piece.ts";
import { named, parseDay, parseTitular } from "./texts.ts";

const folder = join(import.meta.dirname, "../fixtures");
let fixtures: FixturePages;
beforeAll(async () => {
  fixtures = await openFixturePages(folder, "utf8");
});
afterAll(() => fixtures.close());

async function page(name: string): Promise<ShownPage> {
  return shownPage((await fixtures.show(`${name}.html`)).page());
}

/** As the driver gets it: a text next to a page, never the page itself. */
async function piece(name: string): Promise<ShownPiece> {
  const frame = await fixtures.show("movimientos.html");
  return shownPiece(frame.page(), readFileSync(join(folder, `${name}.html`), "utf8"));
}

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });
const ahorro = { numeroCuenta: "45648048239", periodo: Periodo.parse("2026-03"), before: 0 };

type Rows = NonNullable<ShownPiece["table"]>["rows"];

async function march(change: (rows: Rows) => Rows = (rows) => rows) {
  const shown = await piece("tabla-marzo");
  const table = shown.table && { ...shown.table, rows: change(shown.table.rows) };
  return parseMovements(parsePiece({ ...shown, table }, ahorro).rows, ahorro);
}

test("reads the company of the header, and the accounts in the form", async () => {
  const shown = await page("movimientos");
  expect(parseTitular(shown.titular ?? "")).toEqual({
    rut: "76555835-2",
    razonSocial: "Importadora Ñuble & Cía. Ltda.",
  });
  expect(parseAccounts(shown.accounts)).toEqual({
    incompletos: 0,
    rows: [
      {
        numeroCuenta: "24133933843",
        tipo: "Cta. Cte. Empresa",
        moneda: "CLP",
        estado: null,
      },
      expect.objectContaining({ tipo: "Cta. Cte. Remuneraciones" }),
      expect.objectContaining({ numeroCuenta: "45648048239", tipo: "Cuenta de Ahorro Empresa" }),
    ],
  });
  expect(shown.months).toHaveLength(25);
  expect(() => parseAccounts([])).toThrow(unexpected);
});

test("days and months are written in the portal's formats", () => {
  expect(parseDay("29-03-2026")).toBe("2026-03-29");
  expect(parseDay("31-02-2026")).toBeNull();
  expect(parseDay("2026-03-29")).toBeNull();
  expect(named(Periodo.parse("2026-06"))).toBe("jun-2026");
  expect(named(Periodo.parse("2025-12"))).toBe("dic-2025");
});

test("reads balances: a dash is not known, parentheses are negative", async () => {
  const shown = await page("posicion");
  const { rows, incompletos } = parseBalances(shown);
  expect(incompletos).toBe(0);
  expect(rows.map(({ saldo }) => saldo)).toEqual([
    {
      fecha: "2026-11-21",
      numeroCuenta: "24133933843",
      moneda: "CLP",
      saldoContable: 68_064_008,
      saldoDisponible: 66_362_408,
      retenciones: 1_701_600,
      lineaCreditoDisponible: 5_700_000,
    },
    expect.objectContaining({ numeroCuenta: "87738224497", retenciones: null }),
    expect.objectContaining({ numeroCuenta: "45648048239", lineaCreditoDisponible: null }),
  ]);
  const overdrawn = ["1", "Cta. Cte.", "(50.000)", "(50.000)", "—", ""];
  const balances = shown.balances && {
    ...shown.balances,
    rows: [overdrawn, overdrawn.with(5, "0")],
  };
  const again = parseBalances({ ...shown, balances });
  expect(again.rows[0]?.saldo).toMatchObject({ saldoContable: -50_000, lineaCreditoDisponible: 0 });
  // An empty cell is neither an amount nor the dash.
  expect(again.incompletos).toBe(1);
});

test("reads movements, oldest first: C takes money out, A brings it in", async () => {
  const { rows, incompletos } = await march();
  expect(incompletos).toBe(0);
  expect(rows.at(-1)).toEqual({
    id: expect.stringMatching(/^[\w-]{22}$/),
    fecha: "2026-03-29",
    fechaContable: "2026-03-30",
    descripcion: "Traspaso de fondos propios",
    numeroDocumento: null,
    sucursal: null,
    numeroCuenta: "45648048239",
    moneda: "CLP",
    monto: 4_721_763,
    type: "credit",
    display: "-$4.721.763",
    saldoContable: 1_042_601,
  });
  expect(rows.find(({ type }) => type === "debit")?.display).toMatch(/^\$\d/);
  expect(rows.map(({ fecha }) => fecha)).toEqual(rows.map(({ fecha }) => fecha).toSorted());
  // Only the last movement of a day has the carried balance.
  expect(rows.filter(({ saldoContable }) => saldoContable === null).length).toBeGreaterThan(0);
});

test("the id stays when the accounting day arrives and the balance moves to a later row", async () => {
  const ids = (await march()).rows.map(({ id }) => id);
  const bare = await march((rows) => rows.map((cells) => cells.with(1, "").with(7, "")));
  expect(bare.rows.map(({ id }) => id)).toEqual(ids);
  expect(bare.rows.every(({ fechaContable }) => fechaContable === null)).toBe(true);
});

test("two equal charges of a day stay two, and a newer one does not rename the older", async () => {
  const shown = await piece("tabla-marzo");
  const asked = { ...ahorro, before: 0 };
  const raws = parsePiece(shown, asked).rows as RawMovement[];
  const [newest] = raws;
  if (newest === undefined) throw new TypeError("no rows");
  const before = parseMovements(raws, ahorro).rows;
  const after = parseMovements([newest, ...raws], ahorro).rows;
  expect(after.slice(0, -1)).toEqual(before);
  expect(new Set(after.map(({ id }) => id)).size).toBe(before.length + 1);
});

test("a row that cannot be read is counted", async () => {
  for (const [column, text] of [
    [0, "29/03/2026"],
    [0, "29-04-2026"],
    [1, "mañana"],
    [5, "cuatro"],
    [6, "A"],
    [7, "saldo"],
  ] as const) {
    const { incompletos } = await march((rows) =>
      rows.map((cells, place) => (place === 0 ? cells.with(column, text) : cells)),
    );
    expect(incompletos, text).toBe(1);
  }
});

test("an empty list is accepted only with the mark, for the account and month asked for", async () => {
  const none = await piece("tabla-ninguno");
  const asked = { numeroCuenta: "87738224497", periodo: Periodo.parse("2026-02"), before: 0 };
  expect(parsePiece(none, asked)).toEqual({ rows: [], total: 0 });
  expect(() => parsePiece({ ...none, emptyMark: null }, asked)).toThrow(unexpected);
  expect(() => parsePiece(none, { ...asked, numeroCuenta: "1" })).toThrow(unexpected);
  expect(() => parsePiece(none, { ...asked, periodo: ahorro.periodo })).toThrow(unexpected);
  expect(() => parsePiece(none, { ...asked, before: 100 })).toThrow(unexpected);
});

test("a page must follow the previous one", async () => {
  const second = await piece("tabla-hoja-2");
  const asked = { numeroCuenta: "24133933843", periodo: Periodo.parse("2026-11"), before: 100 };
  const { rows, total } = parsePiece(second, asked);
  expect(rows.length + 100).toBe(total);
  expect(() => parsePiece(second, { ...asked, before: 0 })).toThrow(unexpected);
  const shorter = second.table && { ...second.table, rows: second.table.rows.slice(1) };
  expect(() => parsePiece({ ...second, table: shorter }, asked)).toThrow(unexpected);
});

test("other columns are an unexpected response, and a login page inside is recognised", async () => {
  const renamed = await piece("tabla-otro-nombre");
  expect(() => parsePiece(renamed, ahorro)).toThrow(unexpected);
  const balances = await page("posicion-otro-nombre");
  expect(() => parseBalances(balances)).toThrow(unexpected);
  expect(await piece("sesion-expirada")).toMatchObject({ asksToLogIn: true, table: null });
  expect((await page("sesion-expirada")).titular).toBeNull();
});
