import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import type { MovementsPage } from "../portal.ts";
import { readMonth } from "./read-month.ts";

const account = { numeroCuenta: "83336704523", currency: "CLP", periodo: Periodo.parse("2026-11") };
const pageRows = 3;
const hundredths = (pesos: number) =>
  `${String(Math.abs(pesos) * 100).padStart(14, "0")}${pesos < 0 ? "-" : ""}`;

/** Charges, oldest first; `between` runs before each page but the first. */
function portal(
  charges: number[],
  { saldos = true, between = (_page: number): void => undefined },
) {
  const pages: number[] = [];
  const readPage = async ({ before }: { before: number }): Promise<MovementsPage> => {
    if (before > 0) between(pages.length);
    pages.push(before);
    let saldo = 1_000_000;
    const rows = charges.map((charge) => ({
      fechaMovimiento: "20261110 10:00:00",
      glosa: `Cargo ${charge}`,
      detalle: null,
      transferencia: null,
      numeroDocumento: "",
      monto: hundredths(-charge),
      saldo: saldos ? hundredths((saldo -= charge)) : null,
    }));
    const shown = rows.toReversed().slice(before, before + pageRows);
    return {
      cuenta: account.numeroCuenta,
      currency: "CLP",
      estado: "CON_MOVIMIENTOS",
      movimientos: shown.map((row, place) => ({ ...row, orden: before + place + 1 })),
      continuacion: before + pageRows < rows.length ? `behind ${before + pageRows}` : null,
    };
  };
  return { readPage, pages };
}

async function read(...asked: Parameters<typeof portal>) {
  const { readPage, pages } = portal(...asked);
  const { rows, ...month } = await readMonth(readPage, account);
  return { ...month, charges: rows.map(({ monto }) => monto), pages: pages.length };
}

/** The final row replaces a provisional one on a later page, and becomes the newest of all. */
const confirm = (charges: number[]) => () =>
  void charges.push(...charges.splice(1, 1).map((one) => one + 1_000));
const once = (happens: () => void) => (page: number) => void (page === 1 && happens());

const charges = [101, 102, 103, 104, 105, 106, 107];

test("a month that does not change meanwhile is read once, or twice where no balance is given", async () => {
  const whole = { charges, incompletos: 0, completo: true };
  expect(await read(charges, {})).toEqual({ ...whole, pages: 3 });
  expect(await read(charges, { saldos: false })).toEqual({ ...whole, pages: 6 });
  expect(await read([101], { saldos: false })).toMatchObject({ completo: true, pages: 1 });
});

test.each([true, false])(
  "a row replaced between two pages doubles none and hides none: the month is read again (balances: %s)",
  async (saldos) => {
    const held = [...charges];
    const month = await read(held, { saldos, between: once(confirm(held)) });
    expect(held).toEqual([101, 103, 104, 105, 106, 107, 1102]);
    expect(month).toMatchObject({ charges: held, incompletos: 0, completo: true });
  },
);

test.each([true, false])(
  "a month whose rows are replaced at every reading is incomplete (balances: %s)",
  async (saldos) => {
    const held = [...charges];
    const month = await read(held, { saldos, between: confirm(held) });
    expect(month).toMatchObject({ incompletos: 0, completo: false });
  },
);
