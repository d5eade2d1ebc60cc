import type { SystemDefinition } from "../system/system.ts";
import type { Shown } from "./visitor.ts";

export type Page = Pick<Shown, "status" | "text">;

type Sign = string | RegExp;

/** One bank in its own portal's words, for the tests that apply to every bank. */
export interface BankUnderTest {
  definition: SystemDefinition;
  /** The user with two companies, the main one second. */
  login: { rut: string; clave: string };
  idleMinutes: number;
  /** A public page. */
  front: string;
  /** The page after a login, by what the list of test logins says about it. */
  leads: Readonly<Record<string, Sign>>;
  /** The page after a login whose user already has a session. */
  active: Sign;
  /** Every page's content without a session. */
  ended: Sign;
  /** What a user of the bank's other portal is shown instead of data. */
  variantRefused?: Sign;
  /** Whether nothing is shown before a company is chosen. */
  asksForCompany: boolean;
  companyShown(rut: string): string;
  /** Per section, a name on its page and its replacement under `layout_changed`. */
  names: Readonly<Record<Section, { usual: string; changed: string }>>;
  /** Pages that show nothing without a session. */
  inside: readonly string[];
  visit(portalUrl: string): BankVisitor;
}

export type Section = "saldos" | "movimientos";

export interface BankVisitor {
  logIn(login?: { rut: string; clave: string }): Promise<Page>;
  /** Logs in and chooses the main company. */
  enter(): Promise<Page>;
  /** From 0. */
  choose(place: number): Promise<Page>;
  saldos(): Promise<Page>;
  /** September of the first account. */
  movimientos(cuenta: string): Promise<Page>;
  logOut(): Promise<Page>;
  get(path: string): Promise<Page>;
}
