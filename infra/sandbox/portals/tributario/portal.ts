import { Hono } from "hono";
import { companiesOf } from "../../bank/people.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { entryRoutes } from "./entry.ts";
import { createFeeBook } from "./fees/book.ts";
import { feeRoutes } from "./fees/routes.ts";
import { feeRows, feeTruth } from "./fees/rows.ts";
import { createInvoicer } from "./invoicer/invoicer.ts";
import { issuerRows, issuerTruth } from "./invoicer/issuers.ts";
import { invoicerRoutes } from "./invoicer/routes.ts";
import { issuedRows, issuedTruth } from "./invoicer/truth.ts";
import { taxpayers } from "./people.ts";
import { createRegistry } from "./registry/registry.ts";
import { registryRoutes } from "./registry/routes.ts";
import { registryRows } from "./registry/rows.ts";
import { registryTruth } from "./registry/truth.ts";
import type { Tributario, TributarioVisit } from "./session.ts";

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
    "not_enrolled",
    "type_not_authorized",
    "preview_alert",
    "preview_changed",
    "no_certificate",
    "bad_certificate_password",
    "send_rejected",
    "send_lost",
    "send_dropped",
    "send_script_alert",
    "send_already_sent",
    "send_processing",
    "send_session_expired",
    "issued_list_late",
  ],
  create(world) {
    const people = taxpayers();
    const registry = createRegistry(world);
    const fees = createFeeBook(world);
    const invoicer = createInvoicer(world, registry);
    const portal: Tributario = {
      world,
      people,
      registry,
      fees,
      invoicer,
      sessions: createSessions<TributarioVisit>(world, { idleMinutes }),
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
    routes.route("/facturador", invoicerRoutes(portal));
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
        dte: (query) => issuedTruth(invoicer.issued, query),
        emisor: ({ rut }) => issuerTruth(invoicer.issuers, rut),
      },
      rows: {
        rcv: registryRows(registry, world),
        boletas: feeRows(fees, world),
        dte: issuedRows(invoicer.issued, world),
        emisor: issuerRows(invoicer.issuers),
      },
    };
  },
};
