import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { rowIds } from "#lib/contract/bank/index.ts";
import type { ShownPage } from "../portal.ts";
import { readCard } from "./read-card.ts";

const periodo = Periodo.parse("2026-11");
const bills = ["2026-11", "2026-12"];
const headers = ["Fecha", "Descripción", "Comercio", "Cuota", "Monto", "Monto total"];

interface Purchase {
  amount: number;
  /** The bill it is on. */
  bill: string | null;
}

const unbilled = (amount: number): Purchase => ({ amount, bill: null });

interface Portal {
  purchases: Purchase[];
  /** The months that its form offers. */
  months: string[];
}

/** A card in the portal; `happens` runs after each list that is shown. */
function cardAt(portal: Portal, happens: (asked: number) => void = () => undefined) {
  const asked: (string | null)[] = [];
  const openList = async (bill: Periodo | null): Promise<ShownPage> => {
    const shown = portal.purchases.filter((purchase) => purchase.bill === bill);
    const cells = shown.map(({ amount }) => [
      "10/11/2026",
      "COMPRA NACIONAL",
      "Kiosko",
      "",
      `$ ${amount}`,
      "",
    ]);
    const page = {
      table: cells.length === 0 ? null : { headers, rows: cells },
      notice: cells.length === 0 ? "La tarjeta no registra movimientos." : null,
      months: portal.months.map((month) => `${month.slice(5)}${month.slice(0, 4)}`),
    } as ShownPage;
    asked.push(bill);
    happens(asked.length);
    return page;
  };
  const read = async () => {
    const card = { value: "1", tarjeta: "****1234", titular: "titular" } as const;
    const month = await readCard(openList, { card, periodo, idOf: rowIds() });
    const rows = month.rows.map(({ monto, periodoFacturacion }) => [monto, periodoFacturacion]);
    expect(new Set(month.rows.map(({ id }) => id)).size).toBe(rows.length);
    return {
      ...month,
      rows: rows.toSorted((one, other) => String(one).localeCompare(String(other))),
    };
  };
  return { read, asked };
}

test("a card that does not change meanwhile is asked for each of its lists once", async () => {
  const purchases = [unbilled(100), { amount: 200, bill: "2026-11" }];
  const { read, asked } = cardAt({ purchases, months: bills });
  expect(await read()).toEqual({
    rows: [
      [100, null],
      [200, "2026-11"],
    ],
    incompletos: 0,
    completo: true,
  });
  expect(asked).toHaveLength(3);
});

test.each([1, 2])("a purchase that is billed after list %i is on its bill, once", async (when) => {
  const portal: Portal = { purchases: [unbilled(100), unbilled(200)], months: bills };
  const { read, asked } = cardAt(portal, (list) => {
    if (list === when) portal.purchases = [unbilled(100), { amount: 200, bill: "2026-12" }];
  });
  expect(await read()).toEqual({
    rows: [
      [100, null],
      [200, "2026-12"],
    ],
    incompletos: 0,
    completo: true,
  });
  expect(asked).toHaveLength(6);
});

test("a bill that appears after the unbilled list was read is left for the next reading", async () => {
  const portal: Portal = { purchases: [unbilled(100)], months: ["2026-11"] };
  const { read } = cardAt(portal, (list) => {
    if (list > 1) return;
    portal.purchases = [{ amount: 100, bill: "2026-12" }];
    portal.months = bills;
  });
  expect(await read()).toMatchObject({ rows: [[100, null]], completo: true });
});

test("two equal purchases that stay on two lists are both kept", async () => {
  const purchases = [unbilled(100), { amount: 100, bill: "2026-11" }];
  const { read, asked } = cardAt({ purchases, months: bills });
  expect(await read()).toMatchObject({
    rows: [
      [100, null],
      [100, "2026-11"],
    ],
    completo: true,
  });
  expect(asked).toHaveLength(6);
});

test("a card whose purchases are billed at every reading has no duplicates, and is incomplete", async () => {
  const portal: Portal = { purchases: [1, 2, 3, 4].map((at) => unbilled(at * 100)), months: bills };
  const { read, asked } = cardAt(portal, (list) => {
    const next = portal.purchases.findIndex(({ bill }) => bill === null);
    if (list % 3 === 1) {
      portal.purchases = portal.purchases.map((purchase, at) =>
        at === next ? { ...purchase, bill: "2026-12" } : purchase,
      );
    }
  });
  expect(await read()).toMatchObject({
    rows: [
      [100, "2026-12"],
      [200, "2026-12"],
      [300, "2026-12"],
      [400, null],
    ],
    incompletos: 0,
    completo: false,
  });
  expect(asked).toHaveLength(9);
});
