import { Hono, type Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { newProgress } from "../../bank/section-gate.ts";
import { otherCompany } from "../../generator/companies.ts";
import { readRut } from "../../generator/rut.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { companiesPage, farewellPage, loginPage, otherPortalPage } from "./entry-pages.ts";
import { page, sentForm } from "./page.ts";
import { cookieName, visitOf, type BancoD, type Visit } from "./session.ts";

export const errors = {
  wrong: "RUT o clave de acceso no válidos",
  blocked: "Acceso bloqueado por seguridad, llame a su ejecutivo",
  active: "El usuario mantiene una conexión vigente en otro equipo",
  ended: "La sesión ha caducado, ingrese otra vez",
  stale: "La página ha caducado, repita la operación",
} as const;

export function showLogin(c: Context<SandboxEnv>, portal: BancoD, error?: string) {
  const view = portal.views.issue(c, "Ingreso");
  return page(c, portal, "Ingreso", loginPage(portal.world.base, view, error));
}

/** Login, choice of the company, and exit. Who operates one company alone is asked nothing. */
export function entryRoutes(portal: BancoD): Hono<SandboxEnv> {
  const { world, sessions, credentials, views } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const showCompanies = (c: Context<SandboxEnv>, companies: readonly string[]) =>
    page(c, portal, "Empresas", companiesPage(base, views.issue(c, "Empresas"), companies));
  const choose = (visit: Visit, rut: string) => {
    visit.company = world.faults.take("identity_mismatch") ? otherCompany : rut;
  };

  routes.get("/", (c) => c.redirect(`${base}/Ingreso.aspx`));
  routes.get("/Ingreso.aspx", (c) => showLogin(c, portal));

  routes.post("/Ingreso.aspx", async (c) => {
    const { __VISTA = "", txtRut = "", txtDv = "", txtClave = "" } = await sentForm(c);
    if (!views.spend(c, "Ingreso", __VISTA)) return showLogin(c, portal, errors.stale);
    const user = readRut(`${txtRut}-${txtDv}`) ?? "";
    const answer = credentials.check(user, txtClave);
    switch (answer.outcome) {
      case "wrong":
        return showLogin(c, portal, errors.wrong);
      case "blocked":
        return showLogin(c, portal, errors.blocked);
      case "ok":
        break;
    }
    if (sessions.hasOpen(user) || world.faults.take("session_active")) {
      world.counters.add("refused_sessions");
      return showLogin(c, portal, errors.active);
    }
    const { companies } = answer.login;
    const visit: Visit = { companies, company: undefined, ...newProgress() };
    setCookie(c, cookieName, sessions.open(user, visit).id, { path: base, httpOnly: true });
    if (user === portal.variantUser) return c.redirect(`${base}/Patrimonio/Portada.aspx`);
    const [only, ...others] = companies;
    if (!only || others.length > 0) return c.redirect(`${base}/Empresas.aspx`);
    choose(visit, only);
    return c.redirect(`${base}/Inicio.aspx`);
  });

  routes.get("/Empresas.aspx", (c) => {
    const visit = visitOf(c, portal)?.data;
    return visit ? showCompanies(c, visit.companies) : showLogin(c, portal, errors.ended);
  });

  routes.post("/Empresas.aspx", async (c) => {
    const session = visitOf(c, portal);
    if (!session) return showLogin(c, portal, errors.ended);
    const { __VISTA = "", ddlEmpresa } = await sentForm(c);
    const { companies } = session.data;
    const chosen = companies[Number(ddlEmpresa)];
    const isShown = views.spend(c, "Empresas", __VISTA);
    if (!isShown || !chosen || session.user === portal.variantUser) {
      return showCompanies(c, companies);
    }
    choose(session.data, chosen);
    return c.redirect(`${base}/Inicio.aspx`);
  });

  routes.get("/Patrimonio/Portada.aspx", (c) =>
    visitOf(c, portal)
      ? page(c, portal, "Banca Patrimonio D", otherPortalPage(base))
      : showLogin(c, portal, errors.ended),
  );

  routes.get("/Salir.aspx", (c) => {
    sessions.logout(getCookie(c, cookieName));
    return page(c, portal, "Salida", farewellPage(base));
  });
  return routes;
}
