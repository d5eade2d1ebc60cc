import { Hono } from "hono";
import { createBankBook } from "../../bank/book.ts";
import { movementRows } from "../../bank/movement-rows.ts";
import { companiesOf, testPeople, variantPerson } from "../../bank/people.ts";
import { movementTruth } from "../../bank/truth.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { balancesTruth } from "./balances.ts";
import { contentRoutes } from "./content.ts";
import { correctedMonth } from "./corrections.ts";
import { entryRoutes } from "./entry.ts";
import { cookieName, type BancoD, type Visit } from "./session.ts";
import { createViewStates } from "./view-states.ts";
import { accountType, postedText, wording } from "./words.ts";

const system = "banco_d";
const pageMs = 20;
const idleMinutes = 8;

/** A search by dates that never shows more than a thousand rows, and does not say so. */
export const bancoD: SystemDefinition = {
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
    const variant = variantPerson(system);
    const people = [...testPeople(system), variant];
    const book = createBankBook({
      system,
      now: () => world.now(),
      wording,
      generate: correctedMonth,
      corrections: true,
    });
    const portal: BancoD = {
      world,
      book,
      sessions: createSessions<Visit>(world, { idleMinutes }),
      credentials: createCredentials(world, people),
      views: createViewStates(cookieName),
      variantUser: variant.user,
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
        movimientos: (query) => movementTruth(book, query, (row) => ({ ingreso: postedText(row) })),
        saldos: (query) => balancesTruth(book, world.now(), query),
        cuentas: ({ rut }) =>
          book.accounts(rut).map((account) => ({
            cuenta: account.number,
            tipo: accountType(account),
            moneda: account.currency,
          })),
      },
      rows: { movimientos: movementRows(book, world, ["ingreso"]) },
    };
  },
};
