import { expect, test } from "vitest";
import { Fecha, Periodo } from "#lib/chile/index.ts";
import { movementColumns, type RawMovement } from "../portal.ts";
import { mostRows } from "../parse/search.ts";
import { readMonth } from "./read-month.ts";

const asked = {
  numeroCuenta: "34946893947",
  periodo: Periodo.parse("2026-10"),
  today: Fecha.parse("2026-11-20"),
};

/** A row without anything in it. */
const empty = Object.fromEntries(
  Object.keys(movementColumns).map((field) => [field, ""]),
) as RawMovement;

interface Charge {
  day: number;
  amount: number;
}

function printed(charges: readonly Charge[]): { day: number; raw: RawMovement }[] {
  let saldo = 9_000_000;
  return charges.map(({ day, amount }) => {
    const [two, monto] = [String(day).padStart(2, "0"), String(amount)];
    saldo -= amount;
    return {
      day,
      raw: {
        ...empty,
        fecha: `${two}-10-2026`,
        ingreso: `202610${two} 10:30:48`,
        descripcion: `Cargo ${amount}`,
        monto: `(${monto})`,
        saldo: String(saldo),
      },
    };
  });
}

/** Reads these charges; `between` runs before each search but the first. */
async function read(charges: Charge[], between: (search: number) => void) {
  let searches = 0;
  const month = await readMonth(async ({ desde, hasta }) => {
    if (searches > 0) between(searches);
    searches += 1;
    const [from, to] = [Number(desde.slice(8)), Number(hasta.slice(8))];
    const found = printed(charges).filter(({ day }) => day >= from && day <= to);
    const rows = found.slice(-mostRows).map(({ raw }) => raw);
    return { moneda: "CLP", rows: rows.toReversed(), full: rows.length >= mostRows };
  }, asked);
  const { completo, cut, incompletos } = month;
  return { amounts: month.rows.map(({ monto }) => monto), completo, cut, incompletos, searches };
}

/** More than one answer can show, on two days that each fit into one answer. */
const many = () =>
  Array.from({ length: mostRows + 200 }, (_, at) => ({ day: at < 600 ? 5 : 25, amount: at + 1 }));
const few = () => many().slice(590, 610);
const nothing = (): void => undefined;
const whole = { completo: true, cut: false, incompletos: 0 };

test("a month is read once, in halves where one answer may not hold it", async () => {
  const amounts = many().map(({ amount }) => amount);
  expect(await read(many(), nothing)).toEqual({ ...whole, amounts, searches: 3 });
  expect(await read(few(), nothing)).toMatchObject({ ...whole, searches: 1 });
});

test("a row that moves to another day between two searches is not read twice", async () => {
  const charges = many();
  const month = await read(charges, (search) => {
    if (search !== 2) return;
    charges.splice(300, 0, ...charges.splice(700, 1).map((charge) => ({ ...charge, day: 5 })));
  });
  expect(month).toEqual({ ...whole, amounts: charges.map(({ amount }) => amount), searches: 6 });
});

test("a month whose rows move at every search is incomplete, though the portal cut nothing", async () => {
  const charges = many();
  const month = await read(charges, () => void charges.splice(300, 1));
  expect(month).toMatchObject({ completo: false, cut: false, incompletos: 0 });
});

test("a day that one answer cannot hold is truncated, and is not asked for again", async () => {
  const charges = many().map((charge) => ({ ...charge, day: 5 }));
  const month = await read(charges, nothing);
  expect(month).toMatchObject({ completo: false, cut: true });
  expect(month.searches).toBeLessThan(12);
});
