import type { Hono } from "hono";
import type { Bank } from "../../bank/bank.ts";
import { bankPortal } from "../../bank/portal.ts";
import { movementTruth } from "../../bank/truth.ts";
import type { Row, SandboxEnv, TruthQuery } from "../../system/system.ts";
import { WrongCall } from "../../system/wrong-call.ts";
import { answer, refuse } from "./answers.ts";
import { balancesTruth } from "./balances.ts";
import { batchTruth, lineTruth } from "./batch-rows.ts";
import { batchesOf, findBatch, paymentsOf } from "./batches.ts";
import { createCsrf } from "./csrf.ts";
import { dataRoutes } from "./data.ts";
import { entryRoutes } from "./entry.ts";
import { shellRoutes } from "./shell.ts";
import { transferTruth } from "./transfer-rows.ts";
import { transfersOf } from "./transfers.ts";
import { accountType, wording } from "./words.ts";

/** A single-page application over a JSON API; every POST consumes a token. */
export const bancoB = bankPortal({
  system: "banco_b",
  alcances: ["transferencias", "nominas", "saldos", "movimientos"],
  answerMs: 15,
  idleMinutes: 10,
  session: "BBSES",
  book: { wording },
  accountType,
  open(portal, routes) {
    const { book, world } = portal;
    addRoutes(portal, routes);
    return {
      truth: {
        movimientos: (query) => movementTruth(book, query),
        saldos: (query) => balancesTruth(book, world.now(), query),
        transferencias: ({ rut, periodo }) =>
          transfersOf(book, rut, periodo, world.now()).map(transferTruth),
        nominas: (query) => batchesTruth(world.now(), query),
      },
    };
  },
});

function batchesTruth(now: Date, { rut, periodo, params }: TruthQuery): Row[] {
  const id = params["id"];
  if (id === undefined) return batchesOf(rut, periodo, now).map((batch) => batchTruth(batch, now));
  const batch = findBatch(rut, id, now);
  if (!batch) throw new WrongCall(`no nomina ${id} of ${rut}`, "the id of one of nominas");
  return paymentsOf(batch, now).map(lineTruth);
}

function addRoutes(portal: Bank, routes: Hono<SandboxEnv>): void {
  const { world } = portal;
  const csrf = createCsrf(world);
  routes.use(async (_, next) => {
    world.counters.add("pages");
    return next();
  });
  routes.route("/", shellRoutes(portal, csrf));
  routes.on("POST", "/api/*", csrf.guard);
  routes.get("/api/seguridad/token", (c) => answer(c, { token: csrf.issue(c) }));
  routes.route("/api/sesion", entryRoutes(portal));
  routes.route("/api", dataRoutes(portal));
  routes.all("/api/*", (c) => refuse(c, "unknown"));
}
