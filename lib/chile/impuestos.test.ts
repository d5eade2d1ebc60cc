import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fecha } from "./fecha.ts";
import { iva, minimumNeto, netoDeBruto, retencionHonorarios, tasaRetencion } from "./impuestos.ts";

const anyPesos = fc.integer({ min: 0, max: 10_000_000_000_000 });

describe("iva", () => {
  test.each([
    [0, 0],
    [1, 0], // 0,19
    [2, 0], // 0,38
    [3, 1], // 0,57
    [50, 10], // 9,5 rounds up
    [150, 29], // 28,5 rounds up
    [100, 19],
    [1_000_000, 190_000],
    [84_033, 15_966], // 15.966,27
  ])("of %d is %d", (neto, expected) => {
    expect(iva(neto)).toBe(expected);
  });

  test("is 0 below the minimum and above 0 at it", () => {
    expect(iva(minimumNeto - 1)).toBe(0);
    expect(iva(minimumNeto)).toBe(1);
  });

  test("is the whole number nearest to 19 %", () => {
    fc.assert(
      fc.property(anyPesos, (neto) => {
        const error = iva(neto) * 100 - neto * 19;
        expect(error).toBeGreaterThan(-50);
        expect(error).toBeLessThanOrEqual(50);
      }),
    );
  });

  test("agrees with arithmetic without limits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 474_000_000_000_000 }), (neto) => {
        expect(BigInt(iva(neto))).toBe((BigInt(neto) * 19n + 50n) / 100n);
      }),
    );
  });

  test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER])("refuses %d", (neto) => {
    expect(() => iva(neto)).toThrow(RangeError);
  });
});

describe("netoDeBruto", () => {
  test.each([
    [1000, 840, 160],
    [990, 832, 158],
    [119, 100, 19],
    [1190, 1000, 190],
    [1, 1, 0], // 0,84
    [0, 0, 0],
    [4, 3, 1], // 3,36
  ])("splits %d into %d and %d", (total, neto, tax) => {
    expect(netoDeBruto(total)).toEqual({ neto, iva: tax });
  });

  test("loses no peso and is nearest to total / 1,19", () => {
    fc.assert(
      fc.property(anyPesos, (total) => {
        const split = netoDeBruto(total);
        expect(split.neto + split.iva).toBe(total);
        expect(Math.abs(split.neto * 119 - total * 100)).toBeLessThanOrEqual(59);
      }),
    );
  });

  test("splits a total that was added up", () => {
    fc.assert(
      fc.property(anyPesos, (neto) => {
        expect(netoDeBruto(neto + iva(neto))).toEqual({ neto, iva: iva(neto) });
      }),
    );
  });
});

describe("retencionHonorarios", () => {
  test.each([
    [500_000, "2026-06-15", 1525, 76_250, 423_750],
    [100, "2025-03-01", 1450, 15, 85], // 14,5 rounds up, where floats give 14
    [100_000, "2024-12-31", 1375, 13_750, 86_250],
    [100_000, "2025-01-01", 1450, 14_500, 85_500],
    [333, "2027-05-05", 1600, 53, 280], // 53,28
    [1_000_000, "2028-01-01", 1700, 170_000, 830_000],
    [1_000_000, "2035-07-01", 1700, 170_000, 830_000],
    [1000, "2023-12-31", 1300, 130, 870],
    [1000, "2019-12-31", 1000, 100, 900],
    [0, "2026-01-01", 1525, 0, 0],
    [3, "2026-01-01", 1525, 0, 3], // 0,4575
    [4, "2026-01-01", 1525, 1, 3], // 0,61
  ])("of %d on %s at %d is %d, leaving %d", (bruto, day, puntosBase, retencion, liquido) => {
    expect(retencionHonorarios(bruto, Fecha.parse(day))).toEqual({
      puntosBase,
      retencion,
      liquido,
    });
  });

  test("is the whole number nearest to the rate", () => {
    const day = fc.constantFrom(
      "2024-01-01",
      "2025-01-01",
      "2026-01-01",
      "2027-01-01",
      "2028-01-01",
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), day, (bruto, date) => {
        const { puntosBase, retencion, liquido } = retencionHonorarios(bruto, Fecha.parse(date));
        expect(puntosBase).toBe(tasaRetencion(Fecha.parse(date)));
        expect(Math.abs(retencion * 10_000 - bruto * puntosBase)).toBeLessThanOrEqual(5000);
        expect(retencion + liquido).toBe(bruto);
      }),
    );
  });
});
