import { Hono, type Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { newProgress } from "../../bank/section-gate.ts";
import { variantPerson } from "../../bank/people.ts";
import { otherCompany } from "../../generator/companies.ts";
import { readRut } from "../../generator/rut.ts";
import type { KnownLogin } from "../../system/credentials.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { loginPage, noticePage, variantPage } from "./entry-pages.ts";
import { page } from "./page.ts";
import { cookieName, visitOf, type BancoC, type Visit } from "./session.ts";
import { notices } from "./words.ts";

type Ctx = Context<SandboxEnv>;

export function showLogin(c: Ctx, portal: BancoC, notice?: string) {
  const { base } = portal.world;
  return page(c, portal, "Acceso", loginPage(base, portal.keypads.draw(), notice));
}

/** Login with the keypad, change of company, exit, and the other portal. */
export function entryRoutes(portal: BancoC): Hono<SandboxEnv> {
  const { world, sessions, credentials, keypads } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const notice = (c: Ctx, title: string, text: string) =>
    page(c, portal, title, noticePage(base, title, text));

  routes.get("/", (c) => c.redirect(`${base}/acceso`));
  routes.get("/acceso", (c) => showLogin(c, portal));

  routes.post("/acceso", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const user = readRut(form.get("rut") ?? "") ?? "";
    const clave = keypads.read(form.get("teclado") ?? "", form.get("codigos") ?? "");
    if (clave === undefined) return showLogin(c, portal, notices.keypad);
    const answer = credentials.check(user, clave);
    switch (answer.outcome) {
      case "wrong":
        return showLogin(c, portal, notices.wrong);
      case "blocked":
        return notice(c, "Clave bloqueada", notices.blocked);
      case "ok":
        break;
    }
    if (sessions.hasOpen(user) || world.faults.take("session_active")) {
      world.counters.add("refused_sessions");
      return notice(c, "Sesión en uso", notices.active);
    }
    const visit = newVisit(answer.login);
    const { id } = sessions.open(user, visit);
    setCookie(c, cookieName, id, { path: base, httpOnly: true });
    return c.redirect(`${base}/${visit.variant ? "corporativa" : "inicio"}`);
  });

  function newVisit(login: KnownLogin): Visit {
    const { companies } = login;
    const visit = {
      companies,
      company: companies[0] ?? "",
      variant: login.user === variantPerson(world.system).user,
      ...newProgress(),
    };
    // Who operates one company alone never chooses one.
    if (companies.length === 1) choose(visit, visit.company);
    return visit;
  }

  function choose(visit: Visit, company: string): void {
    visit.company = world.faults.take("identity_mismatch") ? otherCompany : company;
  }

  routes.post("/empresa", async (c) => {
    const visit = visitOf(c, portal)?.data;
    if (!visit || visit.variant) return showLogin(c, portal, notices.ended);
    const form = new URLSearchParams(await c.req.text());
    const company = visit.companies[Number(form.get("empresa")) - 1];
    if (company) choose(visit, company);
    return c.redirect(`${base}/inicio`);
  });

  routes.get("/corporativa", (c) => {
    const visit = visitOf(c, portal)?.data;
    if (!visit?.variant) return showLogin(c, portal, notices.ended);
    return page(c, portal, "Banca Corporativa", variantPage(base));
  });

  for (const exit of ["/salir", "/corporativa/desconectar"]) {
    routes.get(exit, (c) => {
      sessions.logout(getCookie(c, cookieName));
      return notice(c, "Sesión cerrada", notices.left);
    });
  }
  return routes;
}
