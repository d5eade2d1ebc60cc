import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { movementColumns, type RawMovement } from "../portal.ts";
import { readMonth } from "./read-month.ts";

const account = { numeroCuenta: "4410", periodo: Periodo.parse("2026-11") };
const pageRows = 3;

/** A row without anything in it. */
const empty = Object.fromEntries(
  Object.keys(movementColumns).map((field) => [field, ""]),
) as RawMovement;

interface Charge {
  day: number;
  cargo: number;
}

/**
 * Charges of November, oldest first: three a day, with a balance after the last one of each day.
 */
const charges = Array.from({ length: 9 }, (_, at) => ({
  day: 10 + Math.floor(at / 3),
  cargo: 100 + at,
}));

function printed(held: readonly Charge[]): RawMovement[] {
  let saldo = 1_000_000;
  return held.map(({ day, cargo }, at) => {
    saldo -= cargo;
    const isLast = held[at + 1]?.day !== day;
    return {
      ...empty,
      fecha: `${day}-11-2026`,
      descripcion: `Cargo ${cargo}`,
      monto: `${cargo}-`,
      lado: "C",
      saldo: isLast ? String(saldo) : "",
    };
  });
}

/** Reads these charges; `between` runs before each page but the first. */
async function read(held: Charge[], between: (page: number) => void, spoil = false) {
  const pages: number[] = [];
  const { rows, ...month } = await readMonth(async ({ pagina, before }) => {
    if (pagina > 1) between(pages.length);
    pages.push(pagina);
    const shown: (RawMovement | null)[] = printed(held)
      .toReversed()
      .slice(before, before + pageRows);
    return { rows: spoil ? shown.with(0, null) : shown, total: held.length };
  }, account);
  return { ...month, charges: rows.map(({ monto }) => monto), pages: pages.join("") };
}

/** The final row replaces a provisional one of the second day, and becomes the newest of all. */
const confirm = (held: Charge[]): void => {
  held.push(...held.splice(4, 1).map(({ cargo }) => ({ day: 12, cargo: cargo + 1_000 })));
};
const nothing = (): void => undefined;
const amounts = (held: readonly Charge[]) => held.map(({ cargo }) => cargo);

test("a month that does not change meanwhile is read once", async () => {
  const whole = { incompletos: 0, completo: true, charges: amounts(charges) };
  expect(await read([...charges], nothing)).toEqual({ ...whole, pages: "123" });
});

test("a row replaced between two pages doubles none and hides none: the month is read again", async () => {
  const held = [...charges];
  const month = await read(held, (page) => page === 1 && confirm(held));
  expect(amounts(held)).toEqual([100, 101, 102, 103, 105, 106, 107, 108, 1104]);
  expect(month).toEqual({
    incompletos: 0,
    completo: true,
    charges: amounts(held),
    pages: "123123",
  });
});

test("a movement that arrives between two pages makes it start again", async () => {
  const held = [...charges];
  const month = await read(held, (page) => page === 1 && held.push({ day: 12, cargo: 7 }));
  expect(month).toMatchObject({ completo: true, charges: amounts(held), pages: "121234" });
});

test.each([
  ["replaced", confirm],
  ["added", (held: Charge[]) => held.push({ day: 12, cargo: held.length })],
])("a month to which rows are %s at every reading is incomplete", async (_what, happens) => {
  const held = [...charges];
  expect(await read(held, () => happens(held))).toMatchObject({ incompletos: 0, completo: false });
});

test("a month is not read again because of rows that cannot be read", async () => {
  const month = await read([...charges], nothing, true);
  expect(month).toMatchObject({ incompletos: 3, completo: false, pages: "123" });
});
