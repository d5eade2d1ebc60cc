import {
  furtherCompany,
  mainCompany,
  otherCompany,
  secondCompany,
} from "../generator/companies.ts";
import { rutOf } from "../generator/rut.ts";
import type { KnownLogin } from "../system/credentials.ts";

/** People with their own login at every bank, and what it leads to. Passwords differ per system. */
export interface TestPerson extends KnownLogin {
  leadsTo: "ok" | "wrong_password" | "account_blocked" | "other_company" | "variant";
  /** The password to type; for `wrong_password` it is not the real one. */
  typed: string;
}

const furtherLogins = 26;

/** A person whose login leads to the bank's other business portal; only some banks have one. */
export function variantPerson(system: string): TestPerson {
  const password = `clave-${system.replace("_", "")}`;
  return {
    user: rutOf(13_131_313),
    password,
    typed: password,
    leadsTo: "variant",
    companies: [mainCompany],
  };
}

export function testPeople(system: string): TestPerson[] {
  const password = `clave-${system.replace("_", "")}`;
  const someone = (
    number: number,
    leadsTo: TestPerson["leadsTo"],
    companies: readonly string[],
  ): TestPerson => ({ user: rutOf(number), password, typed: password, leadsTo, companies });
  return [
    someone(12_345_678, "ok", [secondCompany, mainCompany]),
    { ...someone(11_111_111, "wrong_password", [mainCompany]), typed: "no-es-la-clave" },
    { ...someone(9_876_543, "account_blocked", [mainCompany]), blocked: true },
    someone(15_151_515, "other_company", [otherCompany]),
    ...Array.from({ length: furtherLogins }, (_, index) =>
      someone(16_000_001 + index, "ok", [furtherCompany(index + 1)]),
    ),
  ];
}

export function companiesOf(people: readonly KnownLogin[]): string[] {
  return [mainCompany, ...new Set(people.flatMap((person) => person.companies))].filter(
    (rut, index, all) => all.indexOf(rut) === index,
  );
}
