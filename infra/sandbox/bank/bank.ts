import type { Context } from "hono";
import { otherCompany } from "../generator/companies.ts";
import { readRut } from "../generator/rut.ts";
import type { createCredentials, KnownLogin } from "../system/credentials.ts";
import type { Session, Sessions } from "../system/sessions.ts";
import type { SandboxEnv, World } from "../system/system.ts";
import type { BankBook } from "./book.ts";
import { variantPerson } from "./people.ts";
import { newProgress, type Progress } from "./section-gate.ts";

/** What every bank remembers about one visit. */
export interface BankVisit extends Progress {
  readonly companies: readonly string[];
  /** The company shown; `identity_mismatch` replaces the chosen one. */
  company: string | undefined;
  /** Whether this user belongs to the bank's other business portal. */
  readonly variant: boolean;
}

/** What the pages of one bank get; `More` is what only this bank remembers about a visit. */
export interface Bank<More extends object = object> {
  readonly world: World;
  readonly book: BankBook;
  readonly sessions: Sessions<BankVisit & More>;
  readonly credentials: ReturnType<typeof createCredentials>;
  readonly mark: SessionMark;
}

/** How a browser carries the session's id. */
export interface SessionMark {
  read(c: Context<SandboxEnv>): string | undefined;
  give(c: Context<SandboxEnv>, id: string): void;
}

type Admission = { outcome: "wrong" | "blocked" | "active" } | { outcome: "ok"; login: KnownLogin };

/** Whether a credential opens a session: a user has one at a time. */
export function admit(bank: Bank, typedRut: string, password: string): Admission {
  const answer = bank.credentials.check(readRut(typedRut) ?? "", password);
  if (answer.outcome !== "ok") return answer;
  return isBusy(bank, answer.login) ? { outcome: "active" } : answer;
}

/** Counts a login that is refused because the user has a session already. */
export function isBusy({ sessions, world }: Bank, { user }: KnownLogin): boolean {
  const busy = sessions.hasOpen(user) || world.faults.take("session_active") !== undefined;
  if (busy) world.counters.add("refused_sessions");
  return busy;
}

export function openSession<More extends object>(
  c: Context<SandboxEnv>,
  bank: Bank<More>,
  { user, companies }: KnownLogin,
  more: More,
): Session<BankVisit & More> {
  const variant = user === variantPerson(bank.world.system).user;
  const session = bank.sessions.open(user, {
    companies,
    company: undefined,
    variant,
    ...newProgress(),
    ...more,
  });
  bank.mark.give(c, session.id);
  return session;
}

/** At some banks, a user with only one company is not asked for it. */
export function chooseOnly(bank: Pick<Bank, "world">, visit: BankVisit): void {
  const [only, ...others] = visit.companies;
  if (only !== undefined && others.length === 0 && !visit.variant) choose(bank, visit, only);
}

export function choose({ world }: Pick<Bank, "world">, visit: BankVisit, company: string): void {
  visit.company = world.faults.take("identity_mismatch") ? otherCompany : company;
}

export function sessionOf<More extends object>(
  c: Context<SandboxEnv>,
  { sessions, mark }: Bank<More>,
): Session<BankVisit & More> | undefined {
  return sessions.find(mark.read(c));
}

export function logOut(c: Context<SandboxEnv>, { sessions, mark }: Bank): boolean {
  return sessions.logout(mark.read(c));
}
