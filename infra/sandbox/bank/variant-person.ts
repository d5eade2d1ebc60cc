import { mainCompany } from "../generator/companies.ts";
import { rutOf } from "../generator/rut.ts";
import type { KnownLogin } from "../system/credentials.ts";

const user = rutOf(17_171_717);

/** Somebody whom the bank sends to its other business portal, which nobody reads. */
export function variantPerson(password: string) {
  const companies: readonly string[] = [mainCompany];
  return { user, password, typed: password, leadsTo: "variant", companies } as const;
}

export function isVariant(login: KnownLogin): boolean {
  return login.user === user;
}
