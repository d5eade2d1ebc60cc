import { Hono } from "hono";
import { createBankBook } from "../../bank/book.ts";
import { movementRows } from "../../bank/movement-rows.ts";
import { companiesOf, testPeople } from "../../bank/people.ts";
import { balanceTruth, movementTruth } from "../../bank/truth.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { contentRoutes } from "./content.ts";
import { entryRoutes } from "./entry.ts";
import type { BancoA, Visit } from "./session.ts";
import { accountType } from "./words.ts";

const system = "banco_a";
const pageMs = 25;
const idleMinutes = 5;

/** Old server-rendered pages in frames, Latin-1, and one session per user. */
export const bancoA: SystemDefinition = {
  system,
  kind: "portal",
  alcances: ["saldos", "movimientos"],
  faults: [
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
  ],
  create(world) {
    const people = testPeople(system);
    const book = createBankBook({ system, now: () => world.now() });
    const portal: BancoA = {
      world,
      book,
      sessions: createSessions<Visit>(world, { idleMinutes }),
      credentials: createCredentials(world, people),
    };
    const routes = new Hono<SandboxEnv>();
    routes.use(async (_, next) => {
      await world.pause(pageMs);
      return next();
    });
    routes.route("/", entryRoutes(portal));
    routes.route("/", contentRoutes(portal));
    return {
      logins: people.map(({ user, typed, leadsTo, companies }) => ({
        rut: user,
        clave: typed,
        leadsTo,
        empresas: companies,
      })),
      companies: companiesOf(people),
      routes,
      truth: {
        movimientos: (query) => movementTruth(book, query),
        saldos: (query) => balanceTruth(book, world.now(), query),
        cuentas: ({ rut }) =>
          book.accounts(rut).map((account) => ({
            cuenta: account.number,
            tipo: accountType(account),
            moneda: account.currency,
          })),
      },
      rows: { movimientos: movementRows(book, world) },
    };
  },
};
