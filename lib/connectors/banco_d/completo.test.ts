import { expect, test } from "vitest";
import type { CoverageEntry } from "#lib/contract/index.ts";
import { completoOf } from "./completo.ts";

const entry = (parts: Partial<CoverageEntry>): CoverageEntry => ({
  alcance: "movimientos",
  periodo: "2026-10",
  status: "ok",
  incompletos: 0,
  readAt: "2026-11-01T12:00:00.000Z",
  cuentas: { "1": true, "2": true },
  ...parts,
});
const whole = entry({});
const cut = entry({ periodo: "2025-12", status: "partial", cuentas: { "1": false, "2": true } });
const gone = entry({ periodo: "2025-11", cuentas: { "1": true, "2": "unlisted" } });
const coverage = [whole, cut, gone];

test.each([
  ["nobody named a period", {}, null],
  ["an account without a period", { numeroCuenta: "1" }, null],
  ["a period that was never read", { periodo: "2026-09" }, null],
  ["a period that was read whole", { periodo: "2026-10" }, true],
  ["two accounts of which one was cut", { periodo: "2025-12" }, false],
  ["the account that was cut", { periodo: "2025-12", numeroCuenta: "1" }, false],
  ["the account that was not", { periodo: "2025-12", numeroCuenta: "2" }, true],
  ["an account that is no longer shown", { periodo: "2025-11", numeroCuenta: "2" }, null],
  ["an account that was not there", { periodo: "2025-12", numeroCuenta: "3" }, null],
])("%s: %o is %s", (_what, part, expected) => {
  expect(completoOf(coverage, part)).toBe(expected);
});

test("a reading without accounts covers all of them", () => {
  const old = entry({ status: "partial", cuentas: null });
  expect(completoOf([old], { periodo: "2026-10", numeroCuenta: "1" })).toBe(false);
});
