import { Hono } from "hono";
import { newProgress } from "../../bank/section-gate.ts";
import { variantPerson } from "../../bank/people.ts";
import { readRut } from "../../generator/rut.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { appPage } from "./app-page.ts";
import { loginPage, page, tokenPage, variantPage } from "./entry-pages.ts";
import type { BancoF } from "./session.ts";
import { notices } from "./words.ts";

/** The pages: login, the application's one page, and the other portal's. */
export function entryRoutes(portal: BancoF): Hono<SandboxEnv> {
  const { world, sessions, credentials } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();

  routes.get("/", (c) => c.redirect(`${base}/entrar`));
  routes.get("/entrar", (c) =>
    page(c, portal, "Entrar", loginPage(base, c.req.query("fin") ? notices.ended : undefined)),
  );
  routes.get("/app", (c) => page(c, portal, "Inicio", appPage(base)));
  routes.get("/mercados", (c) => page(c, portal, "Mercados", variantPage(base)));

  routes.post("/entrar", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const user = readRut(form.get("run") ?? "") ?? "";
    const answer = credentials.check(user, form.get("pass") ?? "");
    const again = (notice: string) => page(c, portal, "Entrar", loginPage(base, notice));
    switch (answer.outcome) {
      case "wrong":
        return again(notices.wrong);
      case "blocked":
        return again(notices.blocked);
      case "ok":
        break;
    }
    if (sessions.hasOpen(user) || world.faults.take("session_active")) {
      world.counters.add("refused_sessions");
      return again(notices.active);
    }
    const variant = user === variantPerson(world.system).user;
    const { companies } = answer.login;
    const [shownAs, continuations] = [new Map(), new Map()];
    const visit = { companies, shownAs, continuations, variant, ...newProgress() };
    const { id } = sessions.open(user, visit);
    const target = `${base}/${variant ? "mercados" : "app"}`;
    return page(c, portal, "Entrar", tokenPage(target, id));
  });
  return routes;
}
