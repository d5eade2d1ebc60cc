import { Hono } from "hono";
import { createBankBook } from "../../bank/book.ts";
import { movementRows } from "../../bank/movement-rows.ts";
import { companiesOf, testPeople, variantPerson } from "../../bank/people.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { createCardBook } from "./cards.ts";
import { contentRoutes } from "./content.ts";
import { entryRoutes } from "./entry.ts";
import { createKeypads } from "./keypad.ts";
import type { BancoC, Visit } from "./session.ts";
import { cardRows, truthOf } from "./truth.ts";

const system = "banco_c";
const pageMs = 10;
const idleMinutes = 10;
/** A keypad has digits alone; the first is a zero and some come twice. */
const clave = "04827741";
const wrongClave = "11112222";

/** A virtual keypad, movements as CSV downloads that overlap, statements and cards of their own. */
export const bancoC: SystemDefinition = {
  system,
  kind: "portal",
  alcances: ["saldos", "movimientos", "cartolas", "movimientos_tarjetas"],
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
    const people = [...testPeople(system), variantPerson(system)].map((person) => ({
      ...person,
      password: clave,
      typed: person.leadsTo === "wrong_password" ? wrongClave : clave,
    }));
    const book = createBankBook({ system, now: () => world.now() });
    const cards = createCardBook(system, () => world.today());
    const portal: BancoC = {
      world,
      book,
      cards,
      keypads: createKeypads(),
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
      truth: truthOf(world, book, cards),
      rows: {
        movimientos: movementRows(book, world, ["fechaContable"]),
        movimientos_tarjetas: cardRows(cards, world),
      },
    };
  },
};
