import { Hono } from "hono";
import { createLateList } from "../../system/late-list.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { testAccounts, wrongKey } from "./accounts.ts";
import { createDocuments } from "./documents.ts";
import { createFolioRanges } from "./folio-ranges.ts";
import { problem } from "./problems.ts";
import type { Facturacion } from "./provider.ts";
import { readingRoutes } from "./reading.ts";
import { documentRows, folioRows } from "./rows.ts";
import { sendingRoutes } from "./sending.ts";
import { facturacionSwitches } from "./switches.ts";
import { documentTruth, rangeRow } from "./truth.ts";

/** The invoicing system: an HTTP API with a customer's key, without pages or sessions. */
export const facturacion: SystemDefinition = {
  system: "facturacion",
  kind: "portal",
  alcances: ["documentos", "folios"],
  faults: [
    "wrong_password",
    "account_blocked",
    "unavailable",
    "slow",
    "hang",
    "layout_changed",
    "identity_mismatch",
    "preview_alert",
    "preview_changed",
    "send_rejected",
    "send_lost",
    "send_dropped",
    "duplicate_folio",
    "issued_list_late",
    "no_folios",
    "plan_exhausted",
    "certificate_expired",
    "rate_limited",
  ],
  create(world) {
    const accounts = testAccounts();
    const withoutFolios = new Set(
      accounts.filter(({ missing }) => missing === "folios").map(({ company }) => company),
    );
    const switches = facturacionSwitches(world, () => documents.catchUp());
    const documents = createDocuments(world, switches);
    const folios = createFolioRanges(world, (company) => withoutFolios.has(company));
    const late = createLateList(world);
    const provider: Facturacion = { world, accounts, documents, folios, switches, late };
    const routes = new Hono<SandboxEnv>();
    routes.route("/v2/documentos", sendingRoutes(provider));
    routes.route("/v2", readingRoutes(provider));
    routes.all("/*", (c) => problem(c, "no-encontrado"));
    const [main] = accounts;
    return {
      logins: [
        ...accounts.map(({ apiKey, company, leadsTo }) => ({
          apiKey,
          leadsTo,
          empresas: [company],
        })),
        { apiKey: wrongKey, leadsTo: "wrong_key", empresas: main ? [main.company] : [] },
      ],
      companies: accounts.map(({ company }) => company),
      routes,
      truth: {
        documentos: (query) => documentTruth(documents, query),
        folios: ({ rut }) => folios.all(rut).map((range) => rangeRow(range, folios)),
      },
      rows: {
        documentos: documentRows(documents, folios, world),
        folios: folioRows(folios, world),
      },
      switches,
      catchUp: documents.catchUp,
    };
  },
};
