import { expect, test } from "vitest";
import { employerPartsHold, employerRates } from "./cotizaciones.ts";
import { Periodo } from "./periodo.ts";

const month = (text: string) => Periodo.parse(text);
const parts = { base: 1_000_000, disability: 0, lifeExpectancy: 0, protectedReturn: 0 };

test.each([
  ["2025-07", null],
  ["2025-08", 100],
  ["2026-07", 100],
  ["2026-08", 350],
  ["2027-07", 350],
  // The next step is not in the table: nothing is checked.
  ["2027-08", null],
])("in %s the employer's part is %s hundredths of a percent", (periodo, sum) => {
  const rates = employerRates(month(periodo));
  const { capital = 0, lifeExpectancy = 0, protectedReturn = 0 } = rates ?? {};
  expect(rates && capital + lifeExpectancy + protectedReturn).toBe(sum);
});

test("amounts are checked against the rates of their own month", () => {
  const first = { ...parts, disability: 18_800, lifeExpectancy: 9_000 };
  expect(employerPartsHold(first, month("2026-07"))).toBe(true);
  expect(employerPartsHold(first, month("2026-08"))).toBe(false);
  const second = { ...parts, disability: 15_400, lifeExpectancy: 9_600, protectedReturn: 9_000 };
  expect(employerPartsHold(second, month("2026-08"))).toBe(true);
  expect(employerPartsHold(second, month("2026-07"))).toBe(false);
});

test("a peso of rounding is no difference, two pesos are", () => {
  const odd = { ...parts, base: 500_055, lifeExpectancy: 4_500 };
  expect(employerPartsHold(odd, month("2026-01"))).toBe(true);
  expect(employerPartsHold({ ...odd, lifeExpectancy: 4_501 }, month("2026-01"))).toBe(true);
  expect(employerPartsHold({ ...odd, lifeExpectancy: 4_503 }, month("2026-01"))).toBe(false);
});

test("a part that nobody pays, and a month beyond the table, are not checked", () => {
  expect(employerPartsHold(parts, month("2026-08"))).toBeNull();
  expect(employerPartsHold({ ...parts, lifeExpectancy: 1 }, month("2033-08"))).toBeNull();
});
