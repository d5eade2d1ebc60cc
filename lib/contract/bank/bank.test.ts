import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayRange } from "../dataset/asked-part.ts";
import { Fecha, Periodo } from "#lib/chile/index.ts";
import { counter, fingerprint, ledgerAmount, parseMoneda, readable, rowsOf } from "./index.ts";

const day = (text: string): Fecha => Fecha.parse(text);
const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

test("a cargo leaves the account as a credit, an abono enters it as a debit", () => {
  expect(ledgerAmount({ cargo: 1_500, abono: null }, "CLP")).toEqual({
    monto: 1_500,
    type: "credit",
    display: "-$1.500",
  });
  expect(ledgerAmount({ cargo: 0, abono: 20.5 }, "USD")).toEqual({
    monto: 20.5,
    type: "debit",
    display: "US$20,50",
  });
  expect(ledgerAmount({ cargo: 1, abono: 1 }, "CLP")).toBeNull();
  expect(ledgerAmount({ cargo: null, abono: null }, "CLP")).toBeNull();
});

test("a currency is recognised by the bank's word for it, and no unknown word becomes pesos", () => {
  expect(["Pesos", "DÓLAR", " Dólares ", "US$", "Euro"].map(parseMoneda)).toEqual([
    "CLP",
    "USD",
    "USD",
    "USD",
    "EUR",
  ]);
  expect(parseMoneda("Yenes")).toBeNull();
});

test("a fingerprint is the same for the same parts, and parts do not run together", () => {
  expect(fingerprint(["12", "3", null])).toBe(fingerprint(["12", "3", null]));
  const part = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
  fc.assert(
    fc.property(fc.array(part), fc.array(part), (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      expect(fingerprint(one) === fingerprint(other)).toBe(same);
    }),
  );
});

test("equal keys are counted separately from others", () => {
  const ordinalOf = counter();
  expect(["a", "b", "a", "a", "b"].map(ordinalOf)).toEqual([0, 0, 1, 2, 1]);
});

describe("a range of days", () => {
  test("is the month, the days, or what both allow", () => {
    const periodo = Periodo.parse("2026-02");
    expect(dayRange({})).toEqual({});
    expect(dayRange({ periodo })).toEqual({ from: "2026-02-01", before: "2026-03-01" });
    expect(dayRange({ desde: day("2026-02-10") })).toEqual({ from: "2026-02-10" });
    expect(dayRange({ hasta: day("2026-12-31") })).toEqual({ before: "2027-01-01" });
    expect(dayRange({ periodo, desde: day("2026-01-15"), hasta: day("2026-02-10") })).toEqual({
      from: "2026-02-01",
      before: "2026-02-11",
    });
  });

  test("that includes the calendar's last day has no end", () => {
    expect(dayRange({ hasta: day("2099-12-31") })).toEqual({});
    expect(dayRange({ periodo: Periodo.parse("2099-12") })).toEqual({ from: "2099-12-01" });
  });
});

describe("a printed table", () => {
  const columns = { day: "Fecha", text: "Glosa" } as const;

  test("is read by the names of its columns, wherever they are", () => {
    const table = { headers: ["Glosa", "Nueva", "Fecha"], rows: [[" Ñandú ", "", "1"], ["corta"]] };
    expect(rowsOf(table, columns)).toEqual([{ day: "1", text: "Ñandú" }, null]);
  });

  test("is refused when a column is missing or duplicated", () => {
    expect(() => rowsOf({ headers: ["Fecha", "Detalle"], rows: [] }, columns)).toThrow(unexpected);
    expect(() => rowsOf({ headers: ["Fecha", "Glosa", "Fecha"], rows: [] }, columns)).toThrow(
      unexpected,
    );
  });

  test("counts the rows that cannot be read, and is refused when none can", () => {
    const odd = (n: number): number | null => (n % 2 === 1 ? n : null);
    expect(readable([1, 2, null, 3], odd)).toEqual({ rows: [1, 3], incompletos: 2 });
    expect(readable([], odd)).toEqual({ rows: [], incompletos: 0 });
    expect(() => readable([2, 4], odd)).toThrow(unexpected);
  });
});
