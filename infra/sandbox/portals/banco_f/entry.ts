import { Hono } from "hono";
import { admit, openSession, type SessionMark } from "../../bank/bank.ts";
import type { SandboxEnv } from "../../system/system.ts";
import type { BancoF } from "./movements.ts";
import { appPage, loginPage, page, tokenPage, variantPage } from "./pages.ts";
import { notices } from "./words.ts";

/** No cookie: a session is its token, and every call carries it. The page itself provides it. */
export const bearerToken: SessionMark = {
  read: (c) => /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1],
  give: () => undefined,
};

/** The pages: login, the application's one page, and those of the other portal. */
export function entryRoutes(portal: BancoF): Hono<SandboxEnv> {
  const { world } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();

  routes.get("/", (c) => c.redirect(`${base}/entrar`));
  routes.get("/entrar", (c) =>
    page(c, world, "Entrar", loginPage(base, c.req.query("fin") ? notices.ended : undefined)),
  );
  routes.get("/app", (c) => page(c, world, "Inicio", appPage(base)));
  routes.get("/mercados", (c) => page(c, world, "Mercados", variantPage(base)));

  routes.post("/entrar", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const admission = admit(portal, form.get("run") ?? "", form.get("pass") ?? "");
    if (admission.outcome !== "ok") {
      return page(c, world, "Entrar", loginPage(base, notices[admission.outcome]));
    }
    const memory = { shownAs: new Map(), continuations: new Map() };
    const { id, data } = openSession(c, portal, admission.login, memory);
    const target = `${base}/${data.variant ? "mercados" : "app"}`;
    return page(c, world, "Entrar", tokenPage(target, id));
  });
  return routes;
}
