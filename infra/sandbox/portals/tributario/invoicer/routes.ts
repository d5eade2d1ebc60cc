import { Hono } from "hono";
import type { SandboxEnv } from "../../../system/system.ts";
import type { Tributario } from "../session.ts";
import { annulRoutes } from "./annul.ts";
import { homeRoutes } from "./home.ts";
import { issuedRoutes } from "./issued-list.ts";
import { receiptRoutes } from "./receipt-wizard.ts";
import { wizardRoutes } from "./wizard.ts";

/** The free invoicer. */
export function invoicerRoutes(portal: Tributario): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();
  routes.route("/", homeRoutes(portal));
  routes.route("/", wizardRoutes(portal));
  routes.route("/boleta", receiptRoutes(portal));
  routes.route("/anular", annulRoutes(portal));
  routes.route("/", issuedRoutes(portal));
  return routes;
}
