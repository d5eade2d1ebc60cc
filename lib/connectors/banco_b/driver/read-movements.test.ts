import { expect, test } from "vitest";
import { Fecha, Periodo } from "#lib/chile/index.ts";
import { accountOf } from "#tests/support/planted/account-of.ts";
import type { Envelope } from "../portal.ts";
import { readMovements } from "./read-movements.ts";

const rut = "76555835-2";
const account = accountOf("4410");
const asked = {
  rut,
  account,
  periodo: Periodo.parse("2026-11"),
  today: Fecha.parse("2026-11-20"),
};
const pageRows = 3;

interface Row {
  day: number;
  number: number;
  cargo: number;
}

/** The charges of November, oldest first, three a day. */
const charges = Array.from({ length: 9 }, (_, at) => ({
  day: 10 + Math.floor(at / 3),
  number: (at % 3) + 1,
  cargo: 100 + at,
}));

/**
 * The current month's statement of these charges; `between` runs before each page but the first.
 */
function portal(charged: Row[], between: (asked: number) => void) {
  const pages: number[] = [];
  const post = async (_path: string, json: object = {}): Promise<Envelope> => {
    const { pagina } = json as { pagina: number };
    pages.push(pagina);
    if (pagina > 1) between(pages.length);
    let saldo = 1_000_000;
    const rows = charged.map(({ day, number, cargo }) => ({
      fecMov: `202611${day}`,
      secuencia: number,
      glosa: `Cargo ${cargo}`,
      nroDoc: null,
      cargo,
      abono: 0,
      saldo: (saldo -= cargo),
    }));
    const from = (pagina - 1) * pageRows;
    const datos = {
      cuenta: account.numeroCuenta,
      moneda: "CLP",
      desde: "20261027",
      pagina,
      hayMas: from + pageRows < rows.length,
      movimientos: rows.toReversed().slice(from, from + pageRows),
    };
    return { codigo: "00", rutEmpresa: "0765558352", datos };
  };
  return { api: { post }, pages };
}

const amountsOf = ({ rows }: Awaited<ReturnType<typeof readMovements>>): number[] =>
  rows.map(({ row }) => row.monto).toSorted((a, b) => a - b);
const amounts = charges.map(({ cargo }) => cargo);

test("a month that does not change meanwhile is read once", async () => {
  const { api, pages } = portal(charges, () => undefined);
  const month = await readMovements(api, asked);
  expect([amountsOf(month), month.completo]).toEqual([amounts, true]);
  expect(pages).toEqual([1, 2, 3]);
});

test("a movement that arrives between two pages hides none, and is left for the next reading", async () => {
  const charged = [...charges];
  const { api, pages } = portal(charged, (page) => {
    if (page === 2) charged.push({ day: 15, number: 1, cargo: 77 });
  });
  const month = await readMovements(api, asked);
  expect([amountsOf(month), month.completo]).toEqual([amounts, true]);
  expect(pages).toEqual([1, 2, 3, 4]);
});

test("a row removed between two pages makes us skip none: the month is read again", async () => {
  const charged = [...charges];
  const { api, pages } = portal(charged, (page) => {
    if (page === 2) charged.splice(7, 1);
  });
  const month = await readMovements(api, asked);
  expect([amountsOf(month), month.completo]).toEqual([amounts.toSpliced(7, 1), true]);
  expect(pages).toEqual([1, 2, 3, 1, 2, 3]);
});

test("a month that loses rows at every reading is marked partial", async () => {
  const charged = [...charges];
  const { api } = portal(charged, () => void charged.pop());
  expect(await readMovements(api, asked)).toMatchObject({ completo: false });
});
