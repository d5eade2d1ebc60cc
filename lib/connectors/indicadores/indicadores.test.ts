import { expect, test } from "vitest";
import { indicators } from "./catalogue.ts";
import { indicadores } from "./index.ts";

test("has its four tools, each with an example that its own schemas accept", () => {
  const { tools } = indicadores;
  expect(tools.map((tool) => tool.id)).toEqual([
    "indicadores.valor.actual",
    "indicadores.valor.fecha",
    "indicadores.serie.consultar",
    "indicadores.catalogo.listar",
  ]);
  for (const tool of tools) {
    expect(tool).toMatchObject({ effect: "read", needsConnection: false });
    tool.input.parse(tool.example.input);
    expect(tool.output.parse(tool.example.output)).toEqual(tool.example.output);
  }
});

test("lists every indicator with its unit", () => {
  const byUnit = Object.groupBy(indicators, (one) => one.unidad);
  const codes = Object.fromEntries(
    Object.entries(byUnit).map(([unidad, list]) => [unidad, list.map((one) => one.codigo)]),
  );
  expect(codes).toEqual({
    Pesos: ["uf", "ivp", "dolar", "dolar_intercambio", "euro", "utm", "uta"],
    Porcentaje: ["ipc", "imacec", "tpm", "tasa_desempleo"],
    Dólar: ["libra_cobre", "bitcoin"],
  });
});

const serie = { codigo: "uf", desde: "2024-01-01", hasta: "2024-12-31" };
test.each([
  ["an unknown code", "indicadores.valor.actual", { codigo: "ufx" }, "codigo"],
  ["a name of every object", "indicadores.valor.actual", { codigo: "constructor" }, "codigo"],
  ["no code", "indicadores.valor.actual", {}, "codigo"],
  ["a day that is none", "indicadores.valor.fecha", { codigo: "uf", fecha: "2026-02-30" }, "fecha"],
  ["367 days", "indicadores.serie.consultar", { ...serie, hasta: "2025-01-01" }, "hasta"],
  ["days in reverse", "indicadores.serie.consultar", { ...serie, hasta: "2023-12-31" }, "hasta"],
  ["a page of none", "indicadores.serie.consultar", { ...serie, limit: 0 }, "limit"],
  ["a page of too many", "indicadores.serie.consultar", { ...serie, limit: 501 }, "limit"],
])("refuses %s", (_name, id, input, path) => {
  const tool = indicadores.tools.find((one) => one.id === id);
  const issues = tool?.input.safeParse(input).error?.issues ?? [];
  expect(issues.map((issue) => issue.path)).toEqual([[path]]);
});

test("accepts the 366 days of a leap year", () => {
  const tool = indicadores.tools.find((one) => one.id === "indicadores.serie.consultar");
  expect(tool?.input.parse(serie)).toEqual({ ...serie, limit: 100 });
});
