import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { FeeReceiptAsked } from "./fee-request.ts";
import { checkReceipt } from "./check-receipt.ts";

const asked: FeeReceiptAsked = {
  referencia: "OC-118",
  receptor: { rut: "76177907-9", nombre: "Cliente SpA", domicilio: "Uno 1", comuna: "Santiago" },
  fecha: Fecha.parse("2026-08-20"),
  lineas: [
    { descripcion: "Asesoría", monto: 300_000 },
    { descripcion: "Informe", monto: 200_000 },
  ],
  retencion: "auto",
};
const at = (today: string) => ({ issuerRut: "76555835-2", today: Fecha.parse(today) });
const codes = (change: Partial<FeeReceiptAsked>, today = "2026-08-20") => {
  try {
    checkReceipt({ ...asked, ...change }, at(today));
    return [];
  } catch (error) {
    const { details } = error as { details: { issues: { code: string }[] } };
    return details.issues.map(({ code }) => code);
  }
};

test("the amounts are those of the year of its date", () => {
  const { bruto, retencion, liquido } = checkReceipt(asked, at("2026-08-20"));
  expect({ bruto, retencion, liquido }).toEqual({
    bruto: 500_000,
    retencion: 76_250,
    liquido: 423_750,
  });
  const eve = { ...asked, fecha: Fecha.parse("2026-12-31") };
  const newYear = { ...asked, fecha: Fecha.parse("2027-01-01") };
  expect(checkReceipt(eve, at("2026-12-31")).retencion).toBe(76_250);
  expect(checkReceipt(newYear, at("2026-12-31")).retencion).toBe(80_000);
});

test("a company withholds by itself, and nobody else does", () => {
  const person = { ...asked.receptor, rut: "12345678-5" };
  expect(checkReceipt(asked, at("2026-08-20")).request.retiene).toBe("receptor");
  const toPerson = { ...asked, receptor: person };
  expect(checkReceipt(toPerson, at("2026-08-20")).request.retiene).toBe("emisor");
  expect(codes({ receptor: person, retencion: "receptor" })).toEqual(["not_allowed"]);
  expect(codes({ retencion: "emisor" })).toEqual([]);
});

describe("its date", () => {
  test.each([
    ["2026-11-30", "2026-08-31", []],
    ["2026-11-30", "2026-08-29", ["not_allowed"]],
    ["2026-08-31", "2026-11-30", []],
    ["2026-08-31", "2026-12-01", ["not_allowed"]],
    ["2026-05-31", "2026-02-28", []],
  ])("on %s of %s", (today, fecha, expected) => {
    expect(codes({ fecha: Fecha.parse(fecha) }, today)).toEqual(expected);
  });
});

test("nobody can issue one to themselves", () => {
  expect(codes({ receptor: { ...asked.receptor, rut: "76555835-2" } })).toEqual(["not_allowed"]);
});
