import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFixturePages, type FixturePages } from "#lib/browser/testing/fixture-pages.ts";
import { rowIds } from "#lib/contract/bank/index.ts";
import { Periodo } from "#lib/chile/index.ts";
import { shownPage } from "../driver/shown-page.ts";
import { parseAccounts } from "./accounts.ts";
import { parseBalances } from "./balances.ts";
import { parseCardList, parseCardMovements, parseCards, type OfferedCard } from "./cards.ts";
import { parseStatement, parseStatementList } from "./statements.ts";
import { parseTitular, rutOfChoice } from "./titular.ts";

let fixtures: FixturePages;
beforeAll(async () => {
  fixtures = await openFixturePages(join(import.meta.dirname, "../fixtures"), "utf8");
});
afterAll(() => fixtures.close());

const shown = async (name: string) => shownPage(await fixtures.show(`${name}.html`));
const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

test("reads the company of a page and of the list, with Ñ and & unchanged", async () => {
  const page = await shown("movimientos");
  expect(page.asksToLogIn).toBe(false);
  expect(parseTitular(page.titular ?? "")).toEqual({
    rut: "76555835-2",
    razonSocial: "Importadora Ñuble & Cía. Ltda.",
  });
  expect(page.companies.map(({ text }) => rutOfChoice(text))).toEqual(["76177907-9", "76555835-2"]);
  expect(page.months).toHaveLength(25);
});

test("a session that ended shows no company and the login form", async () => {
  const page = await shown("sesion-cerrada");
  expect(page).toMatchObject({ titular: null, asksToLogIn: true });
  expect(parseTitular("")).toBeNull();
});

test("reads the accounts that a form offers", async () => {
  const { rows, incompletos } = parseAccounts((await shown("movimientos")).accounts);
  expect(incompletos).toBe(0);
  expect(rows).toEqual([
    {
      numeroCuenta: "55659621223",
      value: "1",
      cuenta: {
        numeroCuenta: "55659621223",
        tipo: "Cuenta Corriente",
        moneda: "CLP",
        estado: null,
      },
    },
    expect.objectContaining({ value: "2" }),
    {
      numeroCuenta: "68927981389",
      value: "3",
      cuenta: {
        numeroCuenta: "68927981389",
        tipo: "Cuenta Corriente USD",
        moneda: "USD",
        estado: null,
      },
    },
  ]);
  expect(() => parseAccounts([])).toThrow(unexpected);
});

test("reads three balances of each account under the portal's own day", async () => {
  const page = await shown("saldos");
  const { rows, incompletos } = parseBalances(page);
  expect(incompletos).toBe(0);
  expect(rows).toHaveLength(3);
  expect(rows[2]?.saldo).toEqual({
    fecha: "2026-11-21",
    numeroCuenta: "68927981389",
    moneda: "USD",
    saldoContable: 81_033.46,
    saldoDisponible: 79_007.63,
    saldoLineaCredito: 26_000,
  });
  const [first, ...others] = page.boxes;
  const negative = { ...first?.terms, "Saldo contable": "$ -50.000" };
  const box = { heading: first?.heading ?? "", terms: negative };
  expect(parseBalances({ ...page, boxes: [box] }).rows[0]?.saldo.saldoContable).toBe(-50_000);
  const unread = { ...box, terms: { ...negative, "Saldo contable": "no disponible" } };
  expect(parseBalances({ ...page, boxes: [unread, ...others] }).incompletos).toBe(1);
});

test("balances with other labels, or none, are an unexpected response", async () => {
  const renamed = await shown("saldos-otro-nombre");
  expect(() => parseBalances(renamed)).toThrow(unexpected);
  expect(() => parseBalances({ ...renamed, boxes: [] })).toThrow(unexpected);
});

test("reads a statement: its number is a text with leading zeros", async () => {
  const asked = {
    numero: "0000174",
    numeroCuenta: "55659621223",
    periodo: Periodo.parse("2026-09"),
  };
  expect(parseStatementList(await shown("cartolas"))).toEqual([
    { numero: "0000174", link: "/portals/banco_c/cartolas/1/092026" },
  ]);
  const page = await shown("cartola");
  expect(parseStatement(page, asked)).toEqual({
    numeroCartola: "0000174",
    numeroCuenta: "55659621223",
    moneda: "CLP",
    periodo: "2026-09",
    fechaDesde: "2026-09-01",
    fechaHasta: "2026-09-30",
    fechaEmision: "2026-10-02",
    saldoInicial: 64_002_148,
    saldoFinal: 89_908_534,
    totalAbonos: 693_572_491,
    totalCargos: 667_666_105,
    numMovimientos: 988,
  });
  expect(() => parseStatement(page, { ...asked, numero: "174" })).toThrow(unexpected);
  expect(() => parseStatement(page, { ...asked, numeroCuenta: "1" })).toThrow(unexpected);
  const renamed = await shown("cartola-otro-nombre");
  expect(() => parseStatement(renamed, asked)).toThrow(unexpected);
});

test("an empty list of statements is accepted only with the portal's own sentence", async () => {
  const page = await shown("cartolas-ninguna");
  expect(parseStatementList(page)).toEqual([]);
  expect(() => parseStatementList({ ...page, notice: null })).toThrow(unexpected);
});

const noviembre = Periodo.parse("2026-11");
const octubre = Periodo.parse("2026-10");
const monthOf = (
  lists: Parameters<typeof parseCardMovements>[0],
  card: OfferedCard,
  periodo: Periodo,
) => parseCardMovements(lists, { card, periodo, idOf: rowIds() });

test("puts a card's month together from two bills", async () => {
  const page = await shown("tarjeta-facturada");
  const [, card] = parseCards(page.cards);
  if (card === undefined) throw new TypeError("no second card");
  expect(card).toEqual({ value: "2", tarjeta: "****8722", titular: "adicional" });
  const lists = [
    parseCardList(await shown("tarjeta-facturada-antes"), octubre),
    parseCardList(page, noviembre),
  ];
  const { rows, incompletos } = monthOf(lists, card, octubre);
  const bills = rows.map(({ fecha, periodoFacturacion }) => [fecha, periodoFacturacion] as const);
  expect(incompletos).toBe(0);
  expect(bills.some(([, bill]) => bill === "2026-10")).toBe(true);
  expect(bills.some(([, bill]) => bill === "2026-11")).toBe(true);
  for (const [fecha, bill] of bills) {
    expect(bill).toBe(fecha <= "2026-10-20" ? "2026-10" : "2026-11");
  }
  expect(bills.map(([fecha]) => fecha)).toEqual(bills.map(([fecha]) => fecha).toSorted());
});

test("a purchase keeps its id when it is billed, and a refund is a debit", async () => {
  const page = await shown("tarjeta-facturada");
  const [, card] = parseCards(page.cards);
  if (card === undefined) throw new TypeError("no second card");
  const billed = monthOf([parseCardList(page, noviembre)], card, noviembre).rows;
  const before = monthOf([parseCardList(page, null)], card, noviembre).rows;
  expect(billed.length).toBeGreaterThan(3);
  expect(before.map(({ id }) => id)).toEqual(billed.map(({ id }) => id));
  expect(before[0]).toMatchObject({
    estadoFacturacion: "no_facturado",
    periodoFacturacion: null,
    numeroCuenta: null,
    moneda: "CLP",
  });
  const row = {
    ...page,
    table: page.table && { ...page.table, rows: page.table.rows.slice(0, 1) },
  };
  const [, ...cells] = row.table?.rows[0] ?? [];
  const back = ["05/11/2026", ...cells.slice(0, 3), "$ -199.935", ""];
  const returned = { ...row, table: row.table && { ...row.table, rows: [back] } };
  const [debit] = monthOf([parseCardList(returned, null)], card, noviembre).rows;
  expect(debit).toMatchObject({ type: "debit", monto: 199_935, display: "$199.935" });
});

test("two cards with the same last digits and the same purchases keep a row for each", async () => {
  const page = await shown("tarjeta-facturada");
  const [, card] = parseCards(page.cards);
  if (card === undefined) throw new TypeError("no second card");
  const asked = { card, periodo: noviembre, idOf: rowIds() };
  const lists = [parseCardList(page, noviembre)];
  const ids = [card, { ...card, value: "3" }].flatMap((one) =>
    parseCardMovements(lists, { ...asked, card: one }).rows.map(({ id }) => id),
  );
  expect(ids.length).toBeGreaterThan(6);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an empty list of card movements is accepted only with the portal's own sentence", async () => {
  const page = await shown("tarjeta-sin-movimientos");
  expect(parseCardList(page, octubre)).toEqual({ bill: "2026-10", rows: [] });
  expect(() => parseCardList({ ...page, notice: null }, octubre)).toThrow(unexpected);
  const renamed = await shown("tarjeta-otro-nombre");
  expect(() => parseCardList(renamed, noviembre)).toThrow(unexpected);
  expect(() => parseCards([{ value: "1", text: "VISA 1234" }])).toThrow(unexpected);
});
