import {
  furtherCompany,
  mainCompany,
  otherCompany,
  secondCompany,
} from "../../generator/companies.ts";
import { rutOf } from "../../generator/rut.ts";
import type { KnownLogin } from "../../system/credentials.ts";

export const offeredTypes = [33, 34, 61, 56, 52, 39, 41] as const;
export type OfferedType = (typeof offeredTypes)[number];

type LeadsTo =
  | "ok"
  | "own_company"
  | "wrong_password"
  | "account_blocked"
  | "other_company"
  | "not_enrolled"
  | "no_invoicer"
  | "limited_types"
  | "no_certificate"
  | "no_profile"
  | "professional_partnership";

/** Somebody with a login: a person who represents companies, or a company itself. */
export interface Taxpayer extends KnownLogin {
  leadsTo: LeadsTo;
  /** The password to type; for `wrong_password` it is not the real one. */
  typed: string;
  /** Companies enrolled in the free invoicer that this login may issue for; null without an invoicer. */
  enrolled: readonly string[] | null;
  types: readonly OfferedType[];
  /** The password of the centralised certificate; null if there is none. */
  certificatePassword: string | null;
}

/** A company whose issuer data was never filled in. */
export const companyWithoutProfile = "76369187-K";

/** A company that logs in itself, and from whose fee receipts nothing is withheld. */
export const professionalPartnership = rutOf(77_900_900);

const password = "clave-tributario";
const certificatePassword = "firma-tributario";
const furtherLogins = 12;

function someone(
  user: string,
  leadsTo: LeadsTo,
  companies: readonly string[],
  more: Partial<Taxpayer> = {},
): Taxpayer {
  return {
    user,
    password,
    typed: password,
    leadsTo,
    companies,
    enrolled: companies,
    types: offeredTypes,
    certificatePassword,
    ...more,
  };
}

export function taxpayers(): Taxpayer[] {
  const only = [mainCompany];
  return [
    someone(rutOf(12_345_678), "ok", [secondCompany, mainCompany]),
    someone(mainCompany, "own_company", only),
    someone(rutOf(11_111_111), "wrong_password", only, { typed: "no-es-la-clave" }),
    someone(rutOf(9_876_543), "account_blocked", only, { blocked: true }),
    someone(rutOf(15_151_515), "other_company", [otherCompany]),
    someone(rutOf(14_141_414), "not_enrolled", [mainCompany, otherCompany], {
      enrolled: [otherCompany],
    }),
    someone(rutOf(13_131_313), "no_invoicer", only, { enrolled: null }),
    someone(rutOf(10_101_010), "limited_types", only, { types: [33, 61] }),
    someone(rutOf(8_888_888), "no_certificate", only, { certificatePassword: null }),
    someone(rutOf(7_777_777), "no_profile", [companyWithoutProfile]),
    someone(professionalPartnership, "professional_partnership", [professionalPartnership]),
    // As persons, and as the companies themselves.
    ...Array.from({ length: furtherLogins }, (_, index) =>
      someone(rutOf(16_000_001 + index), "ok", [furtherCompany(index + 1)]),
    ),
    ...Array.from({ length: furtherLogins }, (_, index) => {
      const company = furtherCompany(index + 1);
      return someone(company, "own_company", [company]);
    }),
  ];
}

export function isOwnLogin({ user, companies }: KnownLogin): boolean {
  return companies.includes(user);
}
