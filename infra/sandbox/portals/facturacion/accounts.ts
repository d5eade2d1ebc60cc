import {
  companyOf,
  furtherCompany,
  mainCompany,
  otherCompany,
  secondCompany,
} from "../../generator/companies.ts";
import { randomFor } from "../../generator/random.ts";
import { rutOf } from "../../generator/rut.ts";

/** What an account may lack to issue. */
export type SetUpStep = "certificado" | "folios" | "resolucion" | "actividad";

/** A customer of the provider: one company, identified by its key. */
export interface Account {
  apiKey: string;
  company: string;
  name: string;
  missing: SetUpStep | null;
  isSuspended: boolean;
}

type LeadsTo =
  | "ok"
  | "account_blocked"
  | "other_company"
  | `no_${"certificate" | "folios" | "resolution" | "activity"}`;

interface TestAccount extends Account {
  leadsTo: LeadsTo;
}

/** An unknown key. */
export const wrongKey = "fac_00000000000000000000000000000000";

const furtherAccounts = 26;

const lacking: Partial<Record<LeadsTo, SetUpStep>> = {
  no_certificate: "certificado",
  no_folios: "folios",
  no_resolution: "resolucion",
  no_activity: "actividad",
};

export function testAccounts(): TestAccount[] {
  const account = (company: string, leadsTo: LeadsTo): TestAccount => ({
    apiKey: `fac_${randomFor("facturacion", "key", company).digits(32)}`,
    company,
    name: companyOf(company).name,
    leadsTo,
    missing: lacking[leadsTo] ?? null,
    isSuspended: leadsTo === "account_blocked",
  });
  return [
    account(mainCompany, "ok"),
    account(secondCompany, "ok"),
    account(otherCompany, "other_company"),
    account(rutOf(77_900_802), "account_blocked"),
    account(rutOf(77_900_803), "no_certificate"),
    account(rutOf(77_900_804), "no_folios"),
    account(rutOf(77_900_805), "no_resolution"),
    account(rutOf(77_900_806), "no_activity"),
    ...Array.from({ length: furtherAccounts }, (_, index) =>
      account(furtherCompany(index + 1), "ok"),
    ),
  ];
}
