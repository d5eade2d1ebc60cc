import { Hono } from "hono";
import { companiesOf } from "../../bank/people.ts";
import { createCredentials } from "../../system/credentials.ts";
import { createSessions } from "../../system/sessions.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { entryRoutes } from "./entry.ts";
import { createFeeBook, monthsAhead } from "./fees/book.ts";
import { receiversAct } from "./fees/receivers.ts";
import { feeRoutes } from "./fees/routes.ts";
import { feeRows, observationRows } from "./fees/rows.ts";
import { feeTruth } from "./fees/truth.ts";
import { createFolders, folderTruth } from "./folder/folders.ts";
import { folderRoutes } from "./folder/routes.ts";
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
import { tributarioSwitches } from "./switches.ts";

const pageMs = 20;
const idleMinutes = 10;

/** The tax authority: registry, fee receipts, tax folder, and the free invoicer. */
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
    "summary_differs",
    "pdf_late",
    "pdf_other",
    "pdf_html",
    "pdf_encrypted",
    "pdf_empty",
    "pdf_large",
    "revoke_unconfirmed",
  ],
  create(world) {
    const people = taxpayers();
    const registry = createRegistry(world);
    const fees = createFeeBook(world);
    const invoicer = createInvoicer(world, registry);
    const switches = tributarioSwitches();
    const portal: Tributario = {
      world,
      people,
      registry,
      fees,
      invoicer,
      switches,
      folders: createFolders(world, switches),
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
    routes.route("/carpeta", folderRoutes(portal));
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
        carpetas: ({ rut }) => folderTruth(portal.folders, rut),
        dte: (query) => issuedTruth(invoicer.issued, query),
        emisor: ({ rut }) => issuerTruth(invoicer.issuers, rut),
      },
      rows: {
        rcv: registryRows(registry, world),
        boletas: feeRows(fees, world),
        observaciones: observationRows(fees, world),
        dte: issuedRows(invoicer.issued, world),
        emisor: issuerRows(invoicer.issuers),
      },
      monthsAhead,
      switches,
      acts: { receivers: receiversAct(fees.receivers, fees.catchUp) },
      catchUp: fees.catchUp,
    };
  },
};
