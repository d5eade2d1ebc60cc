import { describe, expect, test } from "vitest";
import { counterpartyOf, type StoredTexts } from "./counterparty.ts";

const none = { counterparty: null, counterpartySource: null };

function derive(texts: Partial<StoredTexts>) {
  return counterpartyOf({ glosa: "", detalle: null, transferencia: null, ...texts });
}

function named(rut: string | null, nombre: string | null, banco: string | null = null) {
  return { rut, nombre, banco, numeroCuenta: null };
}

describe("a known form of the glosa", () => {
  test.each([
    ["TRASPASO DE: BEGOÑA PÉREZ 12.345.678-5", "12345678-5", "BEGOÑA PÉREZ"],
    ["TRASPASO A: VIÑA Ñ & CÍA. LTDA. 76555835-2", "76555835-2", "VIÑA Ñ & CÍA. LTDA."],
    ["TEF DE AGRÍCOLA SUR E.I.R.L. 765558352", "76555835-2", "AGRÍCOLA SUR E.I.R.L."],
    ["TEF A JUAN SOTO 0123456785", "12345678-5", "JUAN SOTO"],
    ["Transferencia desde Sur & Hijos 76.369.187-k", "76369187-K", "Sur & Hijos"],
    ["Transferencia hacia Comercial 3 Ríos 76369187K", "76369187-K", "Comercial 3 Ríos"],
    ["tef de ana soto 12.345.678-5", "12345678-5", "ana soto"],
    ["  TEF  DE   ANA   SOTO   12.345.678-5 ", "12345678-5", "ANA SOTO"],
  ])("%s", (glosa, rut, nombre) => {
    expect(derive({ glosa })).toEqual({
      counterparty: named(rut, nombre),
      counterpartySource: "glosa",
    });
  });

  test("gives the account when it has one, which is never taken for a RUT", () => {
    const glosa = "TEF A INÉS VERGARA 67693426 BANCO ALERCE CTA 0123456785";
    expect(derive({ glosa }).counterparty).toEqual({
      rut: "6769342-6",
      nombre: "INÉS VERGARA",
      banco: "BANCO ALERCE",
      numeroCuenta: "0123456785",
    });
  });

  test("gives only the name when there is no RUT, or one with a wrong check digit", () => {
    const nameOnly = { counterparty: named(null, "ANA SOTO"), counterpartySource: "glosa" };
    expect(derive({ glosa: "TRASPASO A: ANA SOTO" })).toEqual(nameOnly);
    expect(derive({ glosa: "TEF A ANA SOTO 12345678-9" })).toEqual(nameOnly);
    expect(derive({ glosa: "TEF A ANA SOTO 123456789" })).toEqual(nameOnly);
  });

  test("gives only the RUT when there is no name", () => {
    expect(derive({ glosa: "TEF DE 12345678-5" }).counterparty).toEqual(named("12345678-5", null));
  });
});

describe("nobody is named by", () => {
  test.each([
    "TRASPASO A: SUR SPA 76555835-2 POR CUENTA DE 12.345.678-5",
    "TEF A 76555835-2 SUR SPA 76369187-K",
    "TEF DE SUR SPA 76555835-2 FACTURA 4411",
    "TEF DE ANA SOTO FACTURA 123456",
    "OPERACION CANAL 03 16.394.912-1 REF 6442664528",
    "COMPRA DEBITO INGENIERÍA NÚÑEZ SPA",
    "REMUNERACION CRISTIÁN NÚÑEZ RÍOS",
    "PAGO TEF DE ANA SOTO 12345678-5",
    "TRASPASO ANA SOTO 12345678-5",
    "TEF DESDE ANA SOTO 12345678-5",
    "TRASPASO DE:",
    "TEF DE",
    "TEF A 12345678-9",
    "",
  ])("the glosa '%s'", (glosa) => {
    expect(derive({ glosa })).toEqual(none);
  });

  test.each([
    "Pago de arriendo",
    "12.345.678-5",
    "Pago Rut Origen: 12345678-5",
    "Rut Origen: 12345678-9",
    "Rut Origen:",
    "Rut Origen: 12345678-5 Rut Origen: 76555835-2",
    "Rut Origen: 12345678-5 Nombre Origen: Ana Rut Destino: 76555835-2",
    "Nombre Origen: Ana 76555835-2",
    "Banco Origen: Banco Alerce Cuenta Origen: 123",
  ])("the detalle '%s'", (detalle) => {
    expect(derive({ detalle })).toEqual(none);
  });

  test("an empty transfer, or one with only the bank", () => {
    const empty = { rut: "", nombre: "", banco: "", cuenta: "" };
    expect(derive({ transferencia: empty })).toEqual(none);
    expect(derive({ transferencia: { ...empty, banco: "Banco Alerce" } })).toEqual(none);
  });
});

describe("the other texts", () => {
  const whole =
    "Rut Origen: 0123456785 Nombre Origen: Ana Ñ. Soto Banco Origen: Banco Ñandú Cuenta Origen: 10072017873";

  test("the detalle gives everything that its labels name, in any order", () => {
    const told = {
      counterparty: {
        rut: "12345678-5",
        nombre: "Ana Ñ. Soto",
        banco: "Banco Ñandú",
        numeroCuenta: "10072017873",
      },
      counterpartySource: "detalle",
    };
    expect(derive({ glosa: "ABONO INTERBANCARIO", detalle: whole })).toEqual(told);
    const turned =
      "Nombre Origen: Ana Ñ. Soto Cuenta Origen: 10072017873 Banco Origen: Banco Ñandú Rut Origen: 12.345.678-5";
    expect(derive({ detalle: turned })).toEqual(told);
    expect(derive({ detalle: "Nombre Origen: Ana" })).toEqual({
      counterparty: named(null, "Ana"),
      counterpartySource: "detalle",
    });
  });

  test("the transfer's own fields give everything in them", () => {
    const transferencia = { rut: "0200197011", nombre: "Ana", banco: "", cuenta: "6230924636" };
    expect(derive({ glosa: "TRANSFERENCIA ELECTRONICA", transferencia })).toEqual({
      counterparty: { rut: "20019701-1", nombre: "Ana", banco: null, numeroCuenta: "6230924636" },
      counterpartySource: "transferencia",
    });
  });

  test("one RUT in two texts is one person, taken from the text that says most", () => {
    const glosa = "TRASPASO DE: ANA SOTO 12.345.678-5";
    expect(derive({ glosa, detalle: "Rut Origen: 0123456785" })).toEqual({
      counterparty: named("12345678-5", "ANA SOTO"),
      counterpartySource: "glosa",
    });
    expect(derive({ glosa, detalle: whole }).counterpartySource).toBe("detalle");
    const transferencia = { rut: "12345678-5", nombre: "A. Soto", banco: "", cuenta: "" };
    expect(derive({ glosa, transferencia })).toEqual({
      counterparty: named("12345678-5", "A. Soto"),
      counterpartySource: "transferencia",
    });
  });

  test("two RUTs, or two names without one RUT, are nobody", () => {
    const glosa = "TEF DE ANA SOTO 12345678-5";
    expect(derive({ glosa, detalle: "Rut Origen: 76555835-2" })).toEqual(none);
    expect(derive({ glosa, detalle: "Nombre Origen: Pedro Ríos" })).toEqual(none);
    expect(derive({ glosa: "TEF DE ANA SOTO", detalle: "Nombre Origen: Pedro" })).toEqual(none);
    const transferencia = { rut: "76555835-2", nombre: "Sur", banco: "", cuenta: "" };
    expect(derive({ glosa, transferencia })).toEqual(none);
    // A text in an unknown form may name somebody else too.
    const other = "OPERACION 16.394.912-1";
    expect(derive({ glosa: other, detalle: "Rut Origen: 12345678-5" })).toEqual(none);
    expect(derive({ glosa: other, detalle: "Nombre Origen: Ana" })).toEqual(none);
  });

  test("the same name in two spellings is one person", () => {
    const texts = { glosa: "TEF DE ANÁ  SOTO", detalle: "Nombre Origen: Ana Soto" };
    expect(derive(texts).counterparty?.nombre).toBe("Ana Soto");
  });

  test("a wrong check digit next to a right RUT is doubtful, so it names nobody", () => {
    const glosa = "TEF DE ANA SOTO 12345678-9";
    expect(derive({ glosa, detalle: "Rut Origen: 12345678-5" })).toEqual(none);
  });

  test("a clear text does not outweigh an ambiguous one", () => {
    const glosa = "TRASPASO A: SUR SPA 76555835-2 POR CUENTA DE 12.345.678-5";
    expect(derive({ glosa, detalle: "Rut Origen: 76555835-2" })).toEqual(none);
  });
});
