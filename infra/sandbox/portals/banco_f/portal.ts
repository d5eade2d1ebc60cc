import { Hono } from "hono";
import { createBankBook } from "../../bank/book.ts";
import { movementRows } from "../../bank/movement-rows.ts";
import { companiesOf, testPeople, variantPerson } from "../../bank/people.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { apiRoutes } from "./api.ts";
import { entryRoutes } from "./entry.ts";
import type { BancoF, Visit } from "./session.ts";
import { textsOf } from "./texts.ts";
import { derivedWords, truthOf } from "./truth.ts";

const system = "banco_f";
const pageMs = 10;
const idleMinutes = 5;

/** JSON under a token, with free texts that say who the other side was, or only seem to. */
export const bancoF: SystemDefinition = {
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
    const people = [...testPeople(system), variantPerson(system)];
    const wording = (movement: Parameters<typeof textsOf>[0]) => textsOf(movement).glosa;
    const book = createBankBook({ system, wording, now: () => world.now() });
    const portal: BancoF = {
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
    routes.route("/api/v2", apiRoutes(portal));
    return {
      logins: people.map(({ user, typed, leadsTo, companies }) => ({
        rut: user,
        clave: typed,
        leadsTo,
        empresas: companies,
      })),
      companies: companiesOf(people),
      routes,
      truth: truthOf(world, book),
      rows: { movimientos: movementRows(book, world, derivedWords) },
    };
  },
};
