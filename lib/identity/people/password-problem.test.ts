import { expect, test } from "vitest";
import { MailAddress, maskedMail } from "../mail-address.ts";
import { passwordProblem } from "./password-problem.ts";

test.each([
  ["once palabras", null],
  ["once letras", "short"],
  ["caballo batería grapa correcta", null],
  ["áéíóúñ-áéíóúü", null],
  ["a".repeat(129), "long"],
  [`${"oso verde ".repeat(12)}azul-1234`.slice(0, 129), "long"],
  ["aaaaaaaaaaaaa", "common"],
  ["123456789012", "common"],
  ["Contraseña2026!", "common"],
  ["PASSWORD123456", "common"],
  ["qwertyuiopas", "common"],
  ["abcabcabcabc", "common"],
  ["9876543210987", "common"],
  ["ana@maule.example", "mail"],
  ["ana@maule.example1", "mail"],
  ["anaanaana.", "short"],
])("%s: %s", (password, problem) => {
  expect(passwordProblem(password, "ana@maule.example")).toBe(problem);
});

test("the part before the @ is no password, even with digits around it", () => {
  expect(passwordProblem("ana.soto.rojas.2026", "ana.soto.rojas@maule.example")).toBe("mail");
});

test("a mail address has one canonical form", () => {
  expect(MailAddress.parse("  Ana.Soto@Maule.Example ")).toBe("ana.soto@maule.example");
  for (const text of [
    "",
    "ana",
    "ana@maule",
    "ana@@maule.cl",
    "ana @maule.cl",
    "ana@maule.cl\r\nrcpt to:<x@y.cl>",
    "<ana@maule.cl>",
    "áná@maule.cl",
    `${"a".repeat(65)}@maule.cl`,
    `ana@${"a".repeat(250)}.cl`,
    "ana@-maule.cl",
  ]) {
    expect(MailAddress.safeParse(text).success, text).toBe(false);
  }
});

test("little of somebody else's mail address is shown", () => {
  expect(maskedMail("ana@maule.example")).toBe("a•••@maule.example");
  expect(maskedMail("anamaria@maule.example")).toBe("an•••@maule.example");
});
