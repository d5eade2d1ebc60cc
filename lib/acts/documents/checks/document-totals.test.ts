import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { DteLine } from "#lib/contract/index.ts";
import { documentTotals, lineAmount } from "./document-totals.ts";

const line = (precioUnitario: number, more: Partial<DteLine> = {}): DteLine => ({
  nombre: "Ítem",
  cantidad: 1,
  precioUnitario,
  ...more,
});

function totals(tipoDte: number, ...lineas: DteLine[]) {
  const fechaEmision = Fecha.parse("2026-08-20");
  const rest = { receptor: null, formaPago: "contado" as const, fechaEmision, referencias: [] };
  const { neto, exento, iva, total } = documentTotals({ tipoDte, lineas, ...rest });
  return [neto, exento, iva, total];
}

test.each([
  [1, 1, 0],
  [2, 2, 0],
  [3, 3, 1],
  [1_000, 1_000, 190],
  [100_003, 100_003, 19_001],
])("an invoice of %i has a net of %i and an IVA of %i", (price, neto, iva) => {
  expect(totals(33, line(price))).toEqual([neto, 0, iva, neto + iva]);
});

test("exempt lines are added to the net, and an exempt document has only those", () => {
  expect(totals(33, line(1_000), line(500, { exento: true }))).toEqual([1_000, 500, 190, 1_690]);
  expect(totals(34, line(1_000), line(500))).toEqual([0, 1_500, 0, 1_500]);
});

test("a receipt's prices include the IVA", () => {
  expect(totals(39, line(500, { cantidad: 2 }))).toEqual([840, 0, 160, 1_000]);
  expect(totals(39, line(990))).toEqual([832, 0, 158, 990]);
  expect(totals(41, line(990))).toEqual([0, 990, 0, 990]);
});

test("IVA is computed on the sum and not per line", () => {
  expect(totals(33, line(2), line(2), line(2))).toEqual([6, 0, 1, 7]);
});

test.each([
  ["half a peso up", { cantidad: 1, precioUnitario: 0.5 }, 1],
  ["less than half a peso down", { cantidad: 1, precioUnitario: 0.499999 }, 0],
  ["1.005 × 100 is 100.5", { cantidad: 1.005, precioUnitario: 100 }, 101],
  [
    "10 % of 105 is 10.5, so 11 are taken off",
    { cantidad: 1, precioUnitario: 105, descuentoPct: 10 },
    94,
  ],
  ["a third of a percent", { cantidad: 3, precioUnitario: 1_000, descuentoPct: 33.33 }, 2_000],
  ["all of it", { cantidad: 2, precioUnitario: 999, descuentoPct: 100 }, 0],
  ["as large as it gets", { cantidad: 999_999_999, precioUnitario: 1_000 }, 999_999_999_000],
  [
    "half a peso of a large amount",
    { cantidad: 0.5, precioUnitario: 999_999_999_999 },
    500_000_000_000,
  ],
])("a line rounds %s", (_name, amounts, expected) => {
  expect(lineAmount({ nombre: "Ítem", ...amounts })).toBe(expected);
});

const wholePesos = fc.array(fc.integer({ min: 0, max: 99_999_999 }), {
  minLength: 1,
  maxLength: 10,
});

test("with whole pesos the net is their sum, and the IVA is within half a peso of 19 %", () => {
  fc.assert(
    fc.property(wholePesos, (prices) => {
      const [neto = 0, , iva = 0, total] = totals(33, ...prices.map((price) => line(price)));
      expect(neto).toBe(prices.reduce((sum, price) => sum + price, 0));
      expect(Math.abs(iva * 100 - neto * 19)).toBeLessThanOrEqual(50);
      expect(total).toBe(neto + iva);
    }),
  );
});

test("a receipt totals exactly what its prices say", () => {
  fc.assert(
    fc.property(wholePesos, (prices) => {
      const [neto = 0, exento, iva = 0, total] = totals(39, ...prices.map((price) => line(price)));
      expect(total).toBe(prices.reduce((sum, price) => sum + price, 0));
      expect([neto + iva, exento]).toEqual([total, 0]);
    }),
  );
});
