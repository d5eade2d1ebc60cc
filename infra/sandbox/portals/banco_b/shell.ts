import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { html } from "hono/html";
import { logOut, sessionOf, type Bank } from "../../bank/bank.ts";
import type { SandboxEnv } from "../../system/system.ts";
import type { Csrf } from "./csrf.ts";

const contentTypes: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};
const files = new Map(
  ["app.js", "api.js", "dom.js", "entry-views.js", "data-views.js", "style.css"].map((name) => [
    name,
    readFileSync(new URL(`client/${name}`, import.meta.url), "utf8"),
  ]),
);

/** The application's one page, its scripts, and the front page of the bank's other portal. */
export function shellRoutes(portal: Bank, csrf: Csrf): Hono<SandboxEnv> {
  const { base } = portal.world;
  const routes = new Hono<SandboxEnv>();

  routes.get("/", (c) => c.redirect(`${base}/app`));
  routes.get("/app", (c) => {
    c.header("cache-control", "no-store");
    return c.html(
      html`<!doctype html>
        <html lang="es">
          <head>
            <meta charset="utf-8" />
            <meta name="csrf-token" content="${csrf.issue(c)}" />
            <meta name="base" content="${base}" />
            <title>Banco B · Empresas</title>
            <link rel="stylesheet" href="${base}/static/style.css" />
          </head>
          <body>
            <div id="app" data-estado="cargando">Cargando…</div>
            <script type="module" src="${base}/static/app.js"></script>
          </body>
        </html>`,
    );
  });

  routes.get("/static/:name", (c) => {
    const name = c.req.param("name");
    const text = files.get(name);
    if (text === undefined) return c.notFound();
    const type = contentTypes[name.split(".")[1] ?? ""] ?? "text/plain";
    return c.body(text, 200, { "content-type": type, "cache-control": "no-store" });
  });

  routes.get("/pyme", (c) => {
    if (!sessionOf(c, portal)) return c.redirect(`${base}/app`);
    return c.html(
      html`<!doctype html>
        <html lang="es">
          <head>
            <meta charset="utf-8" />
            <title>Portal Pyme B</title>
          </head>
          <body style="font-family: Georgia, serif; background: #fdf6ec">
            <h1>Portal Pyme B</h1>
            <p>Bienvenido a su nueva banca para pequeñas empresas.</p>
            <p><a href="${base}/pyme/salir">Salir</a></p>
          </body>
        </html>`,
    );
  });

  routes.get("/pyme/salir", (c) => {
    logOut(c, portal);
    return c.redirect(`${base}/app`);
  });
  return routes;
}
