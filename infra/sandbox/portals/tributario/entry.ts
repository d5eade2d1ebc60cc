import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { newProgress } from "../../bank/section-gate.ts";
import { otherCompany } from "../../generator/companies.ts";
import { readRut } from "../../generator/rut.ts";
import { latin1Form } from "../../system/latin1.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { companiesPage, homePage, loginPage, messagePage } from "./entry-pages.ts";
import { newFeeSteps } from "./fees/steps.ts";
import { newFolderTickets } from "./folder/tickets.ts";
import { newDrafts } from "./invoicer/drafts.ts";
import { companyStrip, page } from "./page.ts";
import { isOwnLogin } from "./people.ts";
import { cookieName, sessionOf, type Ctx, type Tributario } from "./session.ts";
import { notices } from "./words.ts";

export function showLogin(c: Ctx, portal: Tributario, notice?: string) {
  return page(c, portal, "Autenticación", loginPage(portal.world.base, notice));
}

/** Login, home, choice of the company, and exit. */
export function entryRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, sessions, credentials } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const message = (c: Ctx, title: string, text: string) =>
    page(c, portal, title, messagePage(base, title, text));

  routes.get("/", (c) => c.redirect(`${base}/ingreso`));
  routes.get("/ingreso", (c) => showLogin(c, portal));

  routes.post("/ingreso", async (c) => {
    const { rut = "", dv = "", clave = "" } = latin1Form(await c.req.text());
    if (rut === "" || clave === "") return showLogin(c, portal, notices.noRut);
    const user = readRut(`${rut}-${dv}`) ?? "";
    const answer = credentials.check(user, clave);
    switch (answer.outcome) {
      case "wrong":
        return showLogin(c, portal, notices.wrong);
      case "blocked":
        return message(c, "Clave bloqueada", notices.blocked);
      case "ok":
        return enter(c, user);
    }
  });

  function enter(c: Ctx, user: string) {
    const taxpayer = portal.people.find((one) => one.user === user);
    if (!taxpayer) throw new Error(`no taxpayer ${user}`);
    if (sessions.hasOpen(user) || world.faults.take("session_active")) {
      world.counters.add("refused_sessions");
      return message(c, "Sesiones activas", notices.active);
    }
    const { id } = sessions.open(user, {
      taxpayer,
      company: isOwnLogin(taxpayer) ? shownFor(user) : undefined,
      drafts: newDrafts(),
      feeSteps: newFeeSteps(),
      folderTickets: newFolderTickets(),
      ...newProgress(),
    });
    setCookie(c, cookieName, id, { path: base, httpOnly: true });
    return c.redirect(`${base}/portada`, 303);
  }

  function shownFor(company: string): string {
    return world.faults.take("identity_mismatch") ? otherCompany : company;
  }

  routes.get("/portada", (c) => {
    const session = sessionOf(c, portal);
    if (!session) return showLogin(c, portal, notices.ended);
    const { company } = session.data;
    const strip = company ? companyStrip(company) : "";
    return page(c, portal, "Inicio", homePage(base, session.user, strip));
  });

  routes.get("/empresas", (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit) return showLogin(c, portal, notices.ended);
    return page(c, portal, "Contribuyentes", companiesPage(base, visit.taxpayer.companies));
  });
  routes.post("/empresas", async (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit) return showLogin(c, portal, notices.ended);
    const { rut_emp: chosen = "" } = latin1Form(await c.req.text());
    if (!visit.taxpayer.companies.includes(chosen)) return c.redirect(`${base}/empresas`, 303);
    // A session that shows another company goes on doing so, whatever is chosen.
    if (visit.company !== otherCompany) visit.company = shownFor(chosen);
    return c.redirect(`${base}/portada`, 303);
  });

  routes.get("/salir", (c) => {
    sessions.logout(getCookie(c, cookieName));
    return message(c, "Salida", notices.left);
  });
  return routes;
}
