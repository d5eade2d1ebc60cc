import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { SessionEnded, type Company, type LoginOutcome } from "../driver/driver.ts";
import type { Entry } from "./bank-driver.ts";
import { unknownShape } from "./table.ts";

/** The company that a login is for; null when none was named. */
export function wantedCompany({
  companyRut,
  credential,
}: Pick<Entry, "companyRut" | "credential">): string | null {
  return companyRut ?? credential["empresa"] ?? null;
}

/**
 * The position of the company that a login is for: the one with that RUT, never simply the first.
 * Without a RUT only a list of one is unambiguous. -1 when it is not in the list.
 */
export function placeOfCompany(offered: readonly (string | null)[], wanted: string | null): number {
  if (wanted === null) return offered.length === 1 && offered[0] !== null ? 0 : -1;
  const rut = parseRut(wanted);
  return rut === null ? -1 : offered.indexOf(rut);
}

/** The first page after a login. */
interface FirstPage {
  asksToLogIn: boolean;
  company: Company | null;
}

/** After choosing a company: the portal's first page decides which one is open. */
export function openedCompany(
  { asksToLogIn, company }: FirstPage,
  chosen: string | null,
): LoginOutcome {
  // Logged out between two pages of the login: somebody else logged in.
  if (asksToLogIn) return { kind: "busy" };
  if (company === null) throw unknownShape("a first page that names no company");
  if (company.rut !== chosen) throw new AppError("connection_identity_mismatch");
  return { kind: "ok", company };
}

/** Where nobody is asked to choose, because the login has only one company. */
export function onlyCompany(company: Company | null, wanted: string | null): LoginOutcome {
  if (company === null) throw unknownShape("a first page that names no company");
  const place = placeOfCompany([company.rut], wanted);
  return place === 0 ? { kind: "ok", company } : { kind: "company_not_offered" };
}

/** What a page or an answer says about its session and its company. */
interface PageOwner {
  asksToLogIn: boolean;
  /** The company as printed; null on a page that names none. */
  titular: string | null;
}

/** Refuses a page that does not belong to this company's open session. */
export function ownPage(
  { asksToLogIn, titular }: PageOwner,
  rut: string,
  rutIn: (titular: string) => string | null = parseRut,
): void {
  if (asksToLogIn) throw new SessionEnded();
  if (titular === null) throw unknownShape("a page that names no company");
  if (rutIn(titular) !== rut) throw new AppError("connection_identity_mismatch");
}
