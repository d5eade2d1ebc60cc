import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { otherCompany } from "../../generator/companies.ts";
import { readRut } from "../../generator/rut.ts";
import { latin1Form } from "../../system/latin1.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { companiesPage, framesPage, loginPage, menuPage, noticePage } from "./entry-pages.ts";
import { page } from "./page.ts";
import { cookieName, visitOf, type BancoA } from "./session.ts";

export const notices = {
  wrong: "El RUT o la clave ingresados no son correctos.",
  blocked: "Su clave se encuentra bloqueada. Comuníquese con la mesa de ayuda.",
  active: "Ya existe una sesión activa para este usuario. Ciérrela o espere unos minutos.",
  ended: "Su sesión ha finalizado. Ingrese nuevamente.",
  left: "Su sesión ha sido cerrada.",
} as const;

/** Login, choice of the company, frames and exit. */
export function entryRoutes(portal: BancoA): Hono<SandboxEnv> {
  const { world, sessions, credentials } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();

  routes.get("/", (c) => c.redirect(`${base}/ingreso`));
  routes.get("/ingreso", (c) => page(c, portal, "Ingreso", loginPage(base)));

  routes.post("/ingreso", async (c) => {
    const form = latin1Form(await c.req.text());
    const user = readRut(form["rut"] ?? "") ?? "";
    const answer = credentials.check(user, form["clave"] ?? "");
    switch (answer.outcome) {
      case "wrong":
        return page(c, portal, "Ingreso", loginPage(base, notices.wrong));
      case "blocked":
        return page(
          c,
          portal,
          "Clave bloqueada",
          noticePage(base, "Clave bloqueada", notices.blocked),
        );
      case "ok":
        break;
    }
    if (sessions.hasOpen(user) || world.faults.take("session_active")) {
      world.counters.add("refused_sessions");
      return page(c, portal, "Sesión activa", noticePage(base, "Sesión activa", notices.active));
    }
    const { id } = sessions.open(user, {
      companies: answer.login.companies,
      company: undefined,
      searches: new Map(),
      shown: new Set(),
      cut: false,
    });
    setCookie(c, cookieName, id, { path: base, httpOnly: true });
    return c.redirect(`${base}/empresas`);
  });

  routes.get("/salir", (c) => {
    sessions.logout(getCookie(c, cookieName));
    return page(c, portal, "Salida", noticePage(base, "Banca Empresas A", notices.left));
  });

  routes.get("/empresas", (c) => {
    const visit = visitOf(c, portal);
    if (!visit) return page(c, portal, "Ingreso", loginPage(base, notices.ended));
    return page(c, portal, "Empresas", companiesPage(base, visit.data.companies));
  });

  routes.post("/empresas", async (c) => {
    const visit = visitOf(c, portal);
    if (!visit) return page(c, portal, "Ingreso", loginPage(base, notices.ended));
    const { indice } = latin1Form(await c.req.text());
    const chosen = visit.data.companies[Number(indice)];
    if (!chosen) return c.redirect(`${base}/empresas`);
    visit.data.company = world.faults.take("identity_mismatch") ? otherCompany : chosen;
    return c.redirect(`${base}/inicio`);
  });

  routes.get("/inicio", (c) => {
    const visit = visitOf(c, portal);
    if (!visit?.data.company) return page(c, portal, "Ingreso", loginPage(base, notices.ended));
    return page(c, portal, "Inicio", framesPage(base));
  });

  routes.get("/menu", (c) => page(c, portal, "Menú", menuPage(base)));
  return routes;
}
