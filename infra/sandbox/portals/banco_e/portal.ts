import { Hono } from "hono";
import { createBankBook } from "../../bank/book.ts";
import { movementRows } from "../../bank/movement-rows.ts";
import { companiesOf, testPeople, variantPerson } from "../../bank/people.ts";
import { movementRow } from "../../bank/truth.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { createApprovals } from "./approvals.ts";
import { contentRoutes } from "./content.ts";
import { entryRoutes } from "./entry.ts";
import { balancesOf, printedRows } from "./ledger.ts";
import type { BancoE, Visit } from "./session.ts";
import { accountType } from "./words.ts";

const system = "banco_e";
const pageMs = 15;
const idleMinutes = 5;

/** A login that a device has to approve, and tables that are loaded into the page. */
export const bancoE: SystemDefinition = {
  system,
  kind: "portal",
  alcances: ["saldos", "movimientos"],
  faults: [
    "wrong_password",
    "account_blocked",
    "session_active",
    "session_ended",
    "device_approval_pending",
    "unavailable",
    "slow",
    "hang",
    "layout_changed",
    "identity_mismatch",
    "cut_after_alcance",
  ],
  create(world) {
    const people = [...testPeople(system), variantPerson(system)];
    const currencies = ["CLP", "CLP", "CLP"] as const;
    const book = createBankBook({ system, currencies, now: () => world.now() });
    const portal: BancoE = {
      world,
      book,
      approvals: createApprovals(world),
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
        movimientos: ({ rut, periodo }) =>
          book.accounts(rut).flatMap((account) =>
            printedRows(book, account, periodo, world.today()).map(({ row, posted, balance }) => ({
              ...movementRow(account, row),
              saldo: balance,
              fechaContable: posted,
              sucursal: row.branch,
            })),
          ),
        saldos: ({ rut }) =>
          balancesOf(book, rut).map(({ account, ...balance }) => ({
            cuenta: account.number,
            fecha: world.today(),
            contable: balance.book,
            disponible: balance.available,
            retenciones: balance.held,
            lineaCredito: balance.creditLine,
            moneda: account.currency,
          })),
        cuentas: ({ rut }) =>
          book.accounts(rut).map((account) => ({
            cuenta: account.number,
            tipo: accountType(account),
            moneda: account.currency,
          })),
      },
      rows: { movimientos: movementRows(book, world, ["fechaContable"]) },
    };
  },
};
