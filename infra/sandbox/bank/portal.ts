import { Hono, type Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Account } from "../generator/accounts.ts";
import { createCredentials } from "../system/credentials.ts";
import type { FaultKind } from "../system/faults.ts";
import { createSessions } from "../system/sessions.ts";
import type { SandboxEnv, System, SystemDefinition, World } from "../system/system.ts";
import type { Bank, BankVisit, SessionMark } from "./bank.ts";
import { createBankBook, type BankBookOptions } from "./book.ts";
import { movementRows } from "./movement-rows.ts";
import { companiesOf, testPeople, variantPerson, type TestPerson } from "./people.ts";

const everyBanksFaults: readonly FaultKind[] = [
  "wrong_password",
  "account_blocked",
  "session_active",
  "session_ended",
  "unavailable",
  "slow",
  "hang",
  "layout_changed",
  "identity_mismatch",
  "cut_after_alcance",
];

interface BankSpec<More extends object> {
  system: string;
  alcances: readonly string[];
  /** Faults beyond those that can happen at every bank. */
  faults?: readonly FaultKind[];
  answerMs: number;
  idleMinutes: number;
  /** The cookie with the session, or another way to carry it. */
  session: string | SessionMark;
  /** By default everybody with a login at every bank, and one user of its other portal. */
  people?: (system: string) => TestPerson[];
  book?: Omit<BankBookOptions, "system" | "now">;
  accountType(account: Account): string;
  /** Words of a movement's truth that the portal computes itself. */
  derived?: readonly string[];
  /** Adds the bank's pages to `routes`, and returns what its books contain. */
  open(bank: Bank<More>, routes: Hono<SandboxEnv>): Pick<System, "truth"> & Partial<System>;
}

/** One bank of the outside world: combines its own parts with those of all banks. */
export function bankPortal<More extends object = object>(spec: BankSpec<More>): SystemDefinition {
  const { system, alcances, faults = [], people = everybody } = spec;
  return {
    system,
    kind: "portal",
    alcances,
    faults: [...everyBanksFaults, ...faults],
    create(world) {
      const known = people(system);
      const book = createBankBook({ ...spec.book, system, now: () => world.now() });
      const routes = new Hono<SandboxEnv>();
      routes.use(async (_, next) => {
        await world.pause(spec.answerMs);
        return next();
      });
      const bank: Bank<More> = {
        world,
        book,
        sessions: createSessions<BankVisit & More>(world, spec),
        credentials: createCredentials(world, known),
        mark: typeof spec.session === "string" ? cookieMark(world, spec.session) : spec.session,
      };
      const { truth, rows } = spec.open(bank, routes);
      return {
        logins: known.map(({ user, typed, leadsTo, companies }) => ({
          rut: user,
          clave: typed,
          leadsTo,
          empresas: companies,
        })),
        companies: companiesOf(known),
        routes,
        truth: {
          cuentas: ({ rut }) =>
            book.accounts(rut).map((account) => ({
              cuenta: account.number,
              tipo: spec.accountType(account),
              moneda: account.currency,
            })),
          ...truth,
        },
        rows: { movimientos: movementRows(book, world, spec.derived), ...rows },
      };
    },
  };
}

function everybody(system: string): TestPerson[] {
  return [...testPeople(system), variantPerson(system)];
}

function cookieMark(world: World, name: string): SessionMark {
  return {
    read: (c: Context<SandboxEnv>) => getCookie(c, name),
    give: (c, id) => setCookie(c, name, id, { path: world.base, httpOnly: true }),
  };
}
