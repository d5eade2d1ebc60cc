import { expect, test } from "vitest";
import { Direccion } from "./mail-fields.ts";

test.each([
  ["ana@example.com", "ana@example.com"],
  [" Ana@Example.COM ", "Ana@example.com"],
  ["ana@ñandú.example", "ana@xn--and-6ma2c.example"],
])("%j is the address %s", (typed, address) => {
  expect(Direccion.parse(typed)).toBe(address);
});

test.each([
  "ana@example.com/eva",
  "ana@example.com?subject=hola",
  "ana@example.com#eva",
  String.raw`ana@example.com\eva`,
  "ana@example.com:25",
  "ana@exa\tmple.com",
  "ana@example\n.com",
  "ana@ex%61mple.com",
  "ana@example.com／eva",
  "ana@1.2.3.4",
  "ana@0x7f.1",
  "ana@example.com,eva@example.com",
])("%j is no address: nothing is sent to a part of it", (typed) => {
  expect(Direccion.safeParse(typed).success).toBe(false);
});
