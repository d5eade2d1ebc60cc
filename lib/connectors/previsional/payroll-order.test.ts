import { expect, test } from "vitest";
import { nominas, type Nomina } from "./store.ts";

test("within a month the higher number is the newer payroll, however many digits it has", () => {
  const payroll = (idNomina: string) => ({ idNomina, periodo: "2026-10" }) as Nomina;
  const byKey = ["9999", "10000", "8841", "8842"].map((id) => nominas.sortKey(payroll(id), 0));
  expect(nominas.order).toBe("newest_first");
  expect(byKey.toSorted().map((key) => key.replace(/^2026-10\|0*/, ""))).toEqual([
    "8841",
    "8842",
    "9999",
    "10000",
  ]);
});
