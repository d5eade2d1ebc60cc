import { expect, test } from "vitest";
import { purposesOf } from "./words-of.ts";

test("the sentence names each kind of connected system once", () => {
  expect(purposesOf("es", ["bank", "bank", "utility", "tax_authority"])).toBe("bancos e impuestos");
  expect(purposesOf("es", ["bank", "pension_authority", "invoicing", "mail"])).toBe(
    "bancos, previsión, facturación y correo",
  );
  expect(purposesOf("en", ["bank", "tax_authority", "mail"])).toBe("banks, taxes, and mail");
});
