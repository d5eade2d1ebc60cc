import { expect, test } from "vitest";
import { purposesOf } from "./words.ts";

test("what is connected is told of the kinds that there are, each once", () => {
  expect(purposesOf(["bank", "bank", "utility", "tax_authority"])).toBe("bancos e impuestos");
  expect(purposesOf(["bank", "pension_authority", "invoicing", "mail"])).toBe(
    "bancos, previsión, facturación y correo",
  );
});
