import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { rowOf } from "#tests/support/planted/row-of.ts";
import type { Boleta } from "../store.ts";
import { boletasConsultar } from "../tools/boletas-consultar.ts";
import { provesMonth } from "./fee-year.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });
const periodo = Periodo.parse("2026-08");

const row = rowOf(boletasConsultar, {
  lado: "emitidas",
  folio: 120,
  bruto: 500_000,
  retencionEmisor: 0,
  retencionReceptor: 76_250,
  liquido: 423_750,
  estado: "VIGENTE",
});
const rows: Boleta[] = [
  row,
  { ...row, folio: 121, estado: "VIGENTE_ANULACION_PENDIENTE" },
  // To a person, so the issuer pays: 15,25 % of 100.000.
  {
    ...row,
    folio: 122,
    bruto: 100_000,
    retencionReceptor: 0,
    retencionEmisor: 15_250,
    liquido: 84_750,
  },
  { ...row, folio: 119, estado: "ANULADA" },
];
// By hand: two of 500.000 and one of 100.000 are in force.
const told = {
  folioinicial: "119",
  foliofinal: "122",
  vigentes: "3",
  anuladas: "1",
  honorarios: "1100000",
  retencionemisor: "15250",
  retencionreceptor: "152500",
  liquido: "932250",
};

function proves(
  month: Readonly<Record<string, string>>,
  read: readonly Boleta[] = rows,
  lado: Boleta["lado"] = "emitidas",
) {
  const lines = Object.entries(month).flatMap(([field, text]) => [
    `mes['${field}_7'] = '0';`,
    `mes['${field}_8'] = '${text}';`,
  ]);
  const html = `<script>\nvar mes = {};\n${lines.join("\n")}\n</script>`;
  return provesMonth(html, { lado, periodo }, read);
}

test("rows that match the summary of their month are proven", () => {
  expect(proves(told)).toBe(true);
});

test("any other sum, count or folio proves nothing", () => {
  expect(Object.keys(told)).toHaveLength(8);
  for (const field of Object.keys(told))
    expect(proves({ ...told, [field]: "7" }), field).toBe(false);
  expect(proves(told, rows.slice(1))).toBe(false);
});

test("a month without receipts is one of zeros", () => {
  const zeros = Object.fromEntries(Object.keys(told).map((field) => [field, "0"]));
  expect([proves(zeros, []), proves(told, [])]).toEqual([true, false]);
});

test("for received ones, what their issuers pay is not given", () => {
  const { retencionemisor: _, ...received } = told;
  const read = rows.map((one): Boleta => ({ ...one, lado: "recibidas", retencionEmisor: null }));
  expect(proves(received, read, "recibidas")).toBe(true);
});

test("a summary with a missing field, or with dots, is an unknown shape", () => {
  const { liquido: _, ...without } = told;
  expect(() => proves(without)).toThrow(unexpected);
  expect(() => proves({ ...told, honorarios: "1.100.000" })).toThrow(unexpected);
});
