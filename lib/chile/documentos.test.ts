import { describe, expect, test } from "vitest";
import { efecto, nombreTipoDocumento, tiposDte } from "./documentos.ts";

describe("nombreTipoDocumento", () => {
  test.each([
    [33, "Factura electrónica"],
    ["33", "Factura electrónica"],
    [34, "Factura no afecta o exenta electrónica"],
    [52, "Guía de despacho electrónica"],
    [61, "Nota de crédito electrónica"],
    [112, "Nota de crédito de exportación electrónica"],
    [914, "Declaración de ingreso"],
  ])("%s is %s", (code, name) => {
    expect(nombreTipoDocumento(code)).toBe(name);
  });

  test.each([777, "777", "HES", "033", "constructor", ""])(
    "keeps the unknown code %j unchanged",
    (code) => {
      expect(nombreTipoDocumento(code)).toBe(String(code));
    },
  );

  const registryOnly = [
    29, 30, 32, 35, 38, 40, 45, 47, 48, 55, 60, 101, 102, 103, 104, 105, 106, 108, 109, 901, 902,
    903, 904, 905, 906, 907, 909, 910, 911, 914, 919, 920, 922, 924,
  ];
  test("names every code of the registry, each differently", () => {
    const codes = [...tiposDte, ...registryOnly];
    const names = codes.map(nombreTipoDocumento);
    expect(codes).toHaveLength(46);
    expect(names.filter((name) => /^\d/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(codes.length);
  });
});

describe("efecto", () => {
  test.each([60, 61, 106, 112])("the credit note %d subtracts", (code) => {
    expect(efecto(code)).toBe(-1);
  });

  test.each([33, 34, 39, 46, 52, 55, 56, 104, 110, 111, 922, 777])("%d adds", (code) => {
    expect(efecto(code)).toBe(1);
  });
});
