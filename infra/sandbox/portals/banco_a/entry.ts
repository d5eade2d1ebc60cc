import { Hono } from "hono";
import { admit, choose, logOut, openSession, sessionOf } from "../../bank/bank.ts";
import { latin1Form } from "../../system/latin1.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { companiesPage, framesPage, loginPage, menuPage, noticePage } from "./entry-pages.ts";
import { page } from "./page.ts";
import type { BancoA } from "./session.ts";

export const notices = {
  wrong: "El RUT o la clave ingresados no son correctos.",
  blocked: "Su clave se encuentra bloqueada. Comuníquese con la mesa de ayuda.",
  active: "Ya existe una sesión activa para este usuario. Ciérrela o espere unos minutos.",
  ended: "Su sesión ha finalizado. Ingrese nuevamente.",
  left: "Su sesión ha sido cerrada.",
} as const;

/** Login, choice of company, frames and logout. */
export function entryRoutes(portal: BancoA): Hono<SandboxEnv> {
  const { base } = portal.world;
  const routes = new Hono<SandboxEnv>();

  routes.get("/", (c) => c.redirect(`${base}/ingreso`));
  routes.get("/ingreso", (c) => page(c, portal, "Ingreso", loginPage(base)));

  routes.post("/ingreso", async (c) => {
    const form = latin1Form(await c.req.text());
    const notice = (title: string, text: string) =>
      page(c, portal, title, noticePage(base, title, text));
    const admission = admit(portal, form["rut"] ?? "", form["clave"] ?? "");
    switch (admission.outcome) {
      case "wrong":
        return page(c, portal, "Ingreso", loginPage(base, notices.wrong));
      case "blocked":
        return notice("Clave bloqueada", notices.blocked);
      case "active":
        return notice("Sesión activa", notices.active);
      case "ok":
        openSession(c, portal, admission.login, { searches: new Map() });
        return c.redirect(`${base}/empresas`);
    }
  });

  routes.get("/salir", (c) => {
    logOut(c, portal);
    return page(c, portal, "Salida", noticePage(base, "Banca Empresas A", notices.left));
  });

  routes.get("/empresas", (c) => {
    const visit = sessionOf(c, portal);
    if (!visit) return page(c, portal, "Ingreso", loginPage(base, notices.ended));
    return page(c, portal, "Empresas", companiesPage(base, visit.data.companies));
  });

  routes.post("/empresas", async (c) => {
    const visit = sessionOf(c, portal);
    if (!visit) return page(c, portal, "Ingreso", loginPage(base, notices.ended));
    const { indice } = latin1Form(await c.req.text());
    const chosen = visit.data.companies[Number(indice)];
    if (!chosen) return c.redirect(`${base}/empresas`);
    choose(portal, visit.data, chosen);
    return c.redirect(`${base}/inicio`);
  });

  routes.get("/inicio", (c) => {
    const visit = sessionOf(c, portal);
    if (!visit?.data.company) return page(c, portal, "Ingreso", loginPage(base, notices.ended));
    return page(c, portal, "Inicio", framesPage(base));
  });

  routes.get("/menu", (c) => page(c, portal, "Menú", menuPage(base)));
  return routes;
}
