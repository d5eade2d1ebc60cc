import { Hono, type Context } from "hono";
import { admit, choose, chooseOnly, logOut, openSession, sessionOf } from "../../bank/bank.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { companiesPage, farewellPage, loginPage, otherPortalPage } from "./entry-pages.ts";
import { page, sentForm } from "./page.ts";
import type { BancoD } from "./view-states.ts";

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

/** Login, choice of company, and logout. A user with only one company is not asked for it. */
export function entryRoutes(portal: BancoD): Hono<SandboxEnv> {
  const { views, world } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const showCompanies = (c: Context<SandboxEnv>, companies: readonly string[]) =>
    page(c, portal, "Empresas", companiesPage(base, views.issue(c, "Empresas"), companies));

  routes.get("/", (c) => c.redirect(`${base}/Ingreso.aspx`));
  routes.get("/Ingreso.aspx", (c) => showLogin(c, portal));

  routes.post("/Ingreso.aspx", async (c) => {
    const { __VISTA = "", txtRut = "", txtDv = "", txtClave = "" } = await sentForm(c);
    if (!views.spend(c, "Ingreso", __VISTA)) return showLogin(c, portal, errors.stale);
    const admission = admit(portal, `${txtRut}-${txtDv}`, txtClave);
    if (admission.outcome !== "ok") return showLogin(c, portal, errors[admission.outcome]);
    const visit = openSession(c, portal, admission.login, {}).data;
    if (visit.variant) return c.redirect(`${base}/Patrimonio/Portada.aspx`);
    chooseOnly(portal, visit);
    return c.redirect(`${base}/${visit.company ? "Inicio" : "Empresas"}.aspx`);
  });

  routes.get("/Empresas.aspx", (c) => {
    const visit = sessionOf(c, portal)?.data;
    return visit ? showCompanies(c, visit.companies) : showLogin(c, portal, errors.ended);
  });

  routes.post("/Empresas.aspx", async (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit) return showLogin(c, portal, errors.ended);
    const { __VISTA = "", ddlEmpresa } = await sentForm(c);
    const { companies } = visit;
    const chosen = companies[Number(ddlEmpresa)];
    const isShown = views.spend(c, "Empresas", __VISTA);
    if (!isShown || !chosen || visit.variant) return showCompanies(c, companies);
    choose(portal, visit, chosen);
    return c.redirect(`${base}/Inicio.aspx`);
  });

  routes.get("/Patrimonio/Portada.aspx", (c) =>
    sessionOf(c, portal)
      ? page(c, portal, "Banca Patrimonio D", otherPortalPage(base))
      : showLogin(c, portal, errors.ended),
  );

  routes.get("/Salir.aspx", (c) => {
    logOut(c, portal);
    return page(c, portal, "Salida", farewellPage(base));
  });
  return routes;
}
