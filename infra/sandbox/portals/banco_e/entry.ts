import { Hono, type Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { newProgress } from "../../bank/section-gate.ts";
import { variantPerson } from "../../bank/people.ts";
import { otherCompany } from "../../generator/companies.ts";
import { readRut } from "../../generator/rut.ts";
import type { SandboxEnv } from "../../system/system.ts";
import * as pages from "./entry-pages.ts";
import { page } from "./page.ts";
import { cookieName, visitOf, type BancoE, type Visit } from "./session.ts";
import { notices } from "./words.ts";

type Ctx = Context<SandboxEnv>;

export function showLogin(c: Ctx, portal: BancoE, notice?: string) {
  return page(c, portal, "Identificación", pages.loginPage(portal.world.base, notice));
}

/** Login in two steps, choice of the company, exit, and the other portal. */
export function entryRoutes(portal: BancoE): Hono<SandboxEnv> {
  const { world, sessions, credentials, approvals } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const message = (c: Ctx, text: string) => page(c, portal, "Aviso", pages.messagePage(base, text));

  routes.get("/", (c) => c.redirect(`${base}/ingreso`));
  routes.get("/ingreso", (c) => showLogin(c, portal));

  routes.post("/ingreso", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const user = readRut(form.get("usuario") ?? "") ?? "";
    const answer = credentials.check(user, form.get("secreto") ?? "");
    switch (answer.outcome) {
      case "wrong":
        return showLogin(c, portal, notices.wrong);
      case "blocked":
        return message(c, notices.blocked);
      case "ok":
        break;
    }
    const isBusy = sessions.hasOpen(user) || world.faults.take("session_active") !== undefined;
    if (isBusy) return refused(c);
    return c.redirect(`${base}/autorizacion/${approvals.ask(answer.login)}`);
  });

  function refused(c: Ctx) {
    world.counters.add("refused_sessions");
    return message(c, notices.active);
  }

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
    if (sessions.hasOpen(login.user)) return refused(c);
    const visit: Visit = {
      companies: login.companies,
      company: undefined,
      variant: login.user === variantPerson(world.system).user,
      ...newProgress(),
    };
    const [only] = login.companies;
    if (only && login.companies.length === 1) choose(visit, only);
    const { id } = sessions.open(login.user, visit);
    setCookie(c, cookieName, id, { path: base, httpOnly: true });
    const next = visit.variant ? "pyme" : visit.company ? "portada" : "empresas";
    return c.redirect(`${base}/${next}`, 303);
  });

  function choose(visit: Visit, company: string): void {
    visit.company = world.faults.take("identity_mismatch") ? otherCompany : company;
  }

  routes.get("/empresas", (c) => {
    const visit = visitOf(c, portal)?.data;
    if (!visit || visit.variant) return showLogin(c, portal, notices.ended);
    return page(c, portal, "Empresas", pages.companiesPage(base, visit.companies));
  });
  routes.post("/empresas", async (c) => {
    const visit = visitOf(c, portal)?.data;
    if (!visit || visit.variant) return showLogin(c, portal, notices.ended);
    const chosen = new URLSearchParams(await c.req.text()).get("empresa");
    const company = visit.companies.find((_, index) => `e${index}` === chosen);
    if (!company) return c.redirect(`${base}/empresas`, 303);
    choose(visit, company);
    return c.redirect(`${base}/portada`, 303);
  });

  routes.get("/pyme", (c) => {
    const visit = visitOf(c, portal)?.data;
    if (!visit?.variant) return showLogin(c, portal, notices.ended);
    return page(c, portal, "Pyme", pages.variantPage(base));
  });

  routes.post("/salir", (c) => {
    sessions.logout(getCookie(c, cookieName));
    return message(c, notices.left);
  });
  return routes;
}
