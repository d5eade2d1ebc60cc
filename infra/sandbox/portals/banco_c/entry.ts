import { Hono, type Context } from "hono";
import {
  admit,
  choose,
  chooseOnly,
  logOut,
  openSession,
  sessionOf,
  type Bank,
} from "../../bank/bank.ts";
import type { KnownLogin } from "../../system/credentials.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { loginPage, noticePage, variantPage } from "./entry-pages.ts";
import type { CardBook } from "./cards.ts";
import type { Keypads } from "./keypad.ts";
import { page } from "./page.ts";
import { notices } from "./words.ts";

type Ctx = Context<SandboxEnv>;

export interface BancoC extends Bank {
  cards: CardBook;
  keypads: Keypads;
}

export function showLogin(c: Ctx, portal: BancoC, notice?: string) {
  const { base } = portal.world;
  return page(c, portal, "Acceso", loginPage(base, portal.keypads.draw(), notice));
}

/** Login with the keypad, change of company, logout, and the other portal. */
export function entryRoutes(portal: BancoC): Hono<SandboxEnv> {
  const { keypads, world } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const notice = (c: Ctx, title: string, text: string) =>
    page(c, portal, title, noticePage(base, title, text));

  routes.get("/", (c) => c.redirect(`${base}/acceso`));
  routes.get("/acceso", (c) => showLogin(c, portal));

  routes.post("/acceso", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const clave = keypads.read(form.get("teclado") ?? "", form.get("codigos") ?? "");
    if (clave === undefined) return showLogin(c, portal, notices.keypad);
    const admission = admit(portal, form.get("rut") ?? "", clave);
    switch (admission.outcome) {
      case "wrong":
        return showLogin(c, portal, notices.wrong);
      case "blocked":
        return notice(c, "Clave bloqueada", notices.blocked);
      case "active":
        return notice(c, "Sesión en uso", notices.active);
      case "ok":
        return c.redirect(`${base}/${enter(c, admission.login)}`);
    }
  });

  function enter(c: Ctx, login: KnownLogin): string {
    const visit = openSession(c, portal, login, {}).data;
    // The first in the list, until another is chosen.
    [visit.company] = visit.companies;
    chooseOnly(portal, visit);
    return visit.variant ? "corporativa" : "inicio";
  }

  routes.post("/empresa", async (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit || visit.variant) return showLogin(c, portal, notices.ended);
    const form = new URLSearchParams(await c.req.text());
    const company = visit.companies[Number(form.get("empresa")) - 1];
    if (company) choose(portal, visit, company);
    return c.redirect(`${base}/inicio`);
  });

  routes.get("/corporativa", (c) => {
    const visit = sessionOf(c, portal)?.data;
    if (!visit?.variant) return showLogin(c, portal, notices.ended);
    return page(c, portal, "Banca Corporativa", variantPage(base));
  });

  for (const exit of ["/salir", "/corporativa/desconectar"]) {
    routes.get(exit, (c) => {
      logOut(c, portal);
      return notice(c, "Sesión cerrada", notices.left);
    });
  }
  return routes;
}
