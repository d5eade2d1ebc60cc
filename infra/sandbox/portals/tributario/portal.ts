import { Hono } from "hono";
import { companiesOf } from "../../bank/people.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { entryRoutes } from "./entry.ts";
import { createFeeBook } from "./fees/book.ts";
import { feeRoutes } from "./fees/routes.ts";
import { feeRows, feeTruth } from "./fees/rows.ts";
import { taxpayers } from "./people.ts";
import { createRegistry } from "./registry/registry.ts";
import { registryRoutes } from "./registry/routes.ts";
import { registryRows } from "./registry/rows.ts";
import { registryTruth } from "./registry/truth.ts";
import type { Tributario, Visit } from "./session.ts";

const pageMs = 20;
const idleMinutes = 10;

/** The tax authority: registry, fee receipts, and the free invoicer. */
export const tributario: SystemDefinition = {
  system: "tributario",
  kind: "portal",
  alcances: ["rcv", "boletas", "dte"],
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
    const people = taxpayers();
    const registry = createRegistry(world);
    const fees = createFeeBook(world);
    const portal: Tributario = {
      world,
      people,
      registry,
      fees,
      sessions: createSessions<Visit>(world, { idleMinutes }),
      credentials: createCredentials(world, people),
    };
    const routes = new Hono<SandboxEnv>();
    routes.use(async (_, next) => {
      await world.pause(pageMs);
      return next();
    });
    routes.route("/", entryRoutes(portal));
    routes.route("/registro", registryRoutes(portal));
    routes.route("/honorarios", feeRoutes(portal));
    return {
      logins: people.map(({ user, typed, leadsTo, companies, ...one }) => ({
        rut: user,
        clave: typed,
        leadsTo,
        empresas: companies,
        claveCertificado: one.certificatePassword,
        facturador: one.enrolled,
        tipos: one.enrolled ? one.types : [],
      })),
      companies: companiesOf(people),
      routes,
      truth: {
        rcv: (query) => registryTruth(registry, query),
        boletas: (query) => feeTruth(fees, query),
      },
      rows: { rcv: registryRows(registry, world), boletas: feeRows(fees, world) },
    };
  },
};
