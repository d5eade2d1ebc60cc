import type { SystemDefinition } from "../system/system.ts";
import type { Shown } from "./visitor.ts";

export type Page = Pick<Shown, "status" | "text">;

type Sign = string | RegExp;

/** One bank in the words of its own portal, for the tests that hold at every bank. */
export interface BankUnderTest {
  definition: SystemDefinition;
  /** The user who operates two companies, the main one second. */
  login: { rut: string; clave: string };
  idleMinutes: number;
  /** A page that anybody may see. */
  front: string;
  /** What a login shows, by what the list of test logins says of it. */
  leads: Readonly<Record<string, Sign>>;
  /** What a login shows while its user has a session. */
  active: Sign;
  /** What every page shows without a session. */
  ended: Sign;
  /** What a user of the bank's other portal is shown in place of data. */
  variantRefused?: Sign;
  /** Whether nothing is shown before a company is chosen. */
  asksForCompany: boolean;
  companyShown(rut: string): string;
  /** Per section, a name on its page and the one that `layout_changed` gives it. */
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
