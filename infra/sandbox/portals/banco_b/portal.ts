import { Hono } from "hono";
import { createBankBook } from "../../bank/book.ts";
import { movementRows } from "../../bank/movement-rows.ts";
import { companiesOf, testPeople, variantPerson } from "../../bank/people.ts";
import { movementTruth } from "../../bank/truth.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { Row, SandboxEnv, SystemDefinition, TruthQuery } from "../../system/system.ts";
import { WrongCall } from "../../system/wrong-call.ts";
import { answer, refuse } from "./answers.ts";
import { balancesTruth } from "./balances.ts";
import { batchTruth, lineTruth } from "./batch-rows.ts";
import { batchesOf, findBatch, paymentsOf } from "./batches.ts";
import { createCsrf } from "./csrf.ts";
import { dataRoutes } from "./data.ts";
import { entryRoutes } from "./entry.ts";
import type { BancoB, Visit } from "./session.ts";
import { shellRoutes } from "./shell.ts";
import { transferTruth } from "./transfer-rows.ts";
import { transfersOf } from "./transfers.ts";
import { accountType, wording } from "./words.ts";

const system = "banco_b";
const answerMs = 15;
const idleMinutes = 10;

/** A single-page application over a JSON API, whose every POST spends a token. */
export const bancoB: SystemDefinition = {
  system,
  kind: "portal",
  alcances: ["transferencias", "nominas", "saldos", "movimientos"],
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
    const book = createBankBook({ system, now: () => world.now(), wording });
    const portal: BancoB = {
      world,
      book,
      sessions: createSessions<Visit>(world, { idleMinutes }),
      credentials: createCredentials(world, people),
      variantUser: variant.user,
    };

    function batchesTruth({ rut, periodo, params }: TruthQuery): Row[] {
      const id = params["id"];
      if (id === undefined) {
        return batchesOf(rut, periodo, world.now()).map((batch) => batchTruth(batch, world.now()));
      }
      const batch = findBatch(rut, id, world.now());
      if (!batch) throw new WrongCall(`no nomina ${id} of ${rut}`, "the id of one of nominas");
      return paymentsOf(batch, world.now()).map(lineTruth);
    }

    return {
      logins: people.map(({ user, typed, leadsTo, companies }) => ({
        rut: user,
        clave: typed,
        leadsTo,
        empresas: companies,
      })),
      companies: companiesOf(people),
      routes: routesOf(portal),
      truth: {
        movimientos: (query) => movementTruth(book, query),
        saldos: (query) => balancesTruth(book, world.now(), query),
        transferencias: ({ rut, periodo }) =>
          transfersOf(book, rut, periodo, world.now()).map(transferTruth),
        nominas: batchesTruth,
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

function routesOf(portal: BancoB): Hono<SandboxEnv> {
  const { world } = portal;
  const csrf = createCsrf(world);
  const routes = new Hono<SandboxEnv>();
  routes.use(async (_, next) => {
    world.counters.add("pages");
    await world.pause(answerMs);
    return next();
  });
  routes.route("/", shellRoutes(portal, csrf));
  routes.on("POST", "/api/*", csrf.guard);
  routes.get("/api/seguridad/token", (c) => answer(c, { token: csrf.issue(c) }));
  routes.route("/api/sesion", entryRoutes(portal));
  routes.route("/api", dataRoutes(portal));
  routes.all("/api/*", (c) => refuse(c, "unknown"));
  return routes;
}
