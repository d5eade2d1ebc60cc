import { Hono, type Context } from "hono";
import {
  admit,
  choose,
  chooseOnly,
  isBusy,
  logOut,
  openSession,
  sessionOf,
} from "../../bank/bank.ts";
import type { SandboxEnv } from "../../system/system.ts";
import type { BancoE } from "./approvals.ts";
import * as pages from "./entry-pages.ts";
import { page } from "./page.ts";
import { notices } from "./words.ts";

type Ctx = Context<SandboxEnv>;

export function showLogin(c: Ctx, portal: BancoE, notice?: string) {
  return page(c, portal, "Identificación", pages.loginPage(portal.world.base, notice));
}

/** Login in two steps, choice of company, logout, and the other portal. */
export function entryRoutes(portal: BancoE): Hono<SandboxEnv> {
  const { approvals, world } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const message = (c: Ctx, text: string) => page(c, portal, "Aviso", pages.messagePage(base, text));

  routes.get("/", (c) => c.redirect(`${base}/ingreso`));
  routes.get("/ingreso", (c) => showLogin(c, portal));

  routes.post("/ingreso", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const admission = admit(portal, form.get("usuario") ?? "", form.get("secreto") ?? "");
    if (admission.outcome === "wrong") return showLogin(c, portal, notices.wrong);
    if (admission.outcome !== "ok") return message(c, notices[admission.outcome]);
    return c.redirect(`${base}/autorizacion/${approvals.ask(admission.login)}`);
  });

  routes.get("/autorizacion/:id", (c) =>
    page(c, portal, "Autorización", pages.approvalPage(base, c.req.param("id"))),
  );
  routes.get("/autorizacion/:id/estado", (c) => {
    const estado = approvals.poll(c.req.param("id")) ?? "EXPIRADA";
    return c.json({ estado, mensaje: pages.approvalTexts[estado] });
  });
  routes.post("/autorizacion/:id/cancelar", (c) => {
    approvals.cancel(c.req.param("id"));
    return c.redirect(`${base}/ingreso`, 303);
  });
  routes.post("/autorizacion/:id/continuar", (c) => {
    const login = approvals.redeem(c.req.param("id"));
    if (!login) return showLogin(c, portal, notices.unapproved);
    // Two logins may have waited for the same device.
    if (isBusy(portal, login)) return message(c, notices.active);
    const visit = openSession(c, portal, login, {}).data;
    chooseOnly(portal, visit);
    const next = visit.variant ? "pyme" : visit.company ? "portada" : "empresas";
    return c.redirect(`${base}/${next}`, 303);
  });

  routes.get("/empresas", (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit || visit.variant) return showLogin(c, portal, notices.ended);
    return page(c, portal, "Empresas", pages.companiesPage(base, visit.companies));
  });
  routes.post("/empresas", async (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit || visit.variant) return showLogin(c, portal, notices.ended);
    const chosen = new URLSearchParams(await c.req.text()).get("empresa");
    const company = visit.companies.find((_, index) => `e${index}` === chosen);
    if (!company) return c.redirect(`${base}/empresas`, 303);
    choose(portal, visit, company);
    return c.redirect(`${base}/portada`, 303);
  });

  routes.get("/pyme", (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit?.variant) return showLogin(c, portal, notices.ended);
    return page(c, portal, "Pyme", pages.variantPage(base));
  });

  routes.post("/salir", (c) => {
    logOut(c, portal);
    return message(c, notices.left);
  });
  return routes;
}
