import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { display, displaySigned, ledgerType } from "./dinero.ts";
import { parseMonto } from "./monto.ts";

describe("display", () => {
  test.each([
    [1_234_567, "credit", "CLP", "-$1.234.567"],
    [1_234_567, "debit", "CLP", "$1.234.567"],
    [0, "credit", "CLP", "$0"],
    [0, "debit", "CLP", "$0"],
    [999, "debit", "CLP", "$999"],
    [1000, "credit", "CLP", "-$1.000"],
    [1234.5, "debit", "USD", "US$1.234,50"],
    [0.5, "credit", "USD", "-US$0,50"],
    [0, "credit", "USD", "US$0,00"],
    [0.1 + 0.2, "debit", "USD", "US$0,30"],
    [1_000_000.07, "credit", "EUR", "-€1.000.000,07"],
    [39_485.65, "debit", "UF", "UF 39.485,65"],
    [12.3456, "credit", "UF", "-UF 12,3456"],
    [12.345, "debit", "CLF", "UF 12,3450"],
    [100, "debit", "UF", "UF 100,00"],
    [1234.5, "debit", "GBP", "GBP 1.234,50"],
    [1234.5, "credit", "GBP", "-GBP 1.234,50"],
  ] as const)("%d as a %s in %s is %s", (monto, type, moneda, expected) => {
    expect(display(monto, type, moneda)).toBe(expected);
  });

  test("prints no sign on an amount that rounds to zero", () => {
    expect(display(0.004, "credit", "USD")).toBe("US$0,00");
    expect(displaySigned(-0.4, "CLP")).toBe("$0");
    expect(displaySigned(-0, "CLP")).toBe("$0");
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e21])("refuses a monto of %d", (monto) => {
    expect(() => display(monto, "debit", "CLP")).toThrow(RangeError);
  });
});

describe("displaySigned", () => {
  test.each([
    [-1_234_567, "CLP", "-$1.234.567"],
    [1_234_567, "CLP", "$1.234.567"],
    [0, "CLP", "$0"],
    [-1234.5, "USD", "-US$1.234,50"],
  ])("%d in %s is %s", (amount, moneda, expected) => {
    expect(displaySigned(amount, moneda)).toBe(expected);
  });

  test("prints pesos that read back", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (pesos) => {
        expect(parseMonto(displaySigned(pesos, "CLP"))).toEqual({ value: pesos });
      }),
    );
  });

  test("prints cents and hundredths of UF that read back", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom("USD", "EUR", "UF"), (cents, moneda) => {
        expect(parseMonto(displaySigned(cents / 100, moneda))).toEqual({ value: cents / 100 });
      }),
    );
  });
});

describe("ledgerType", () => {
  test("a statement’s cargo is the ledger’s credit", () => {
    expect(ledgerType({ cargo: 50_000, abono: 0 })).toBe("credit");
    expect(ledgerType({ cargo: 50_000, abono: null })).toBe("credit");
  });

  test("a statement’s abono is the ledger’s debit", () => {
    expect(ledgerType({ cargo: 0, abono: 50_000 })).toBe("debit");
    expect(ledgerType({ cargo: null, abono: 50_000 })).toBe("debit");
  });

  test("a movement of zero takes its type from its column", () => {
    expect(ledgerType({ cargo: 0, abono: null })).toBe("credit");
    expect(ledgerType({ cargo: null, abono: 0 })).toBe("debit");
    expect(ledgerType({ cargo: 0, abono: 0 })).toBe("debit");
  });

  test.each([
    { cargo: null, abono: null },
    { cargo: 1, abono: 1 },
    { cargo: -1, abono: 0 },
    { cargo: 0, abono: -1 },
    { cargo: Number.NaN, abono: 0 },
  ])("answers null for %o", (columns) => {
    expect(ledgerType(columns)).toBeNull();
  });
});
