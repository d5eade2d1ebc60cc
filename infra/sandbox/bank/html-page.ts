import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { SandboxEnv, World } from "../system/system.ts";

export type Html = ReturnType<typeof html>;

/** A page of a portal. Browsers must not cache it: a page shown twice is requested twice. */
export function htmlPage(
  c: Context<SandboxEnv>,
  world: World,
  { title, style, lang = "es" }: { title: string; style: string; lang?: string },
  body: Html | Promise<Html>,
): Response | Promise<Response> {
  world.counters.add("pages");
  c.header("cache-control", "no-store");
  return c.html(
    html`<!doctype html>
      <html lang="${lang}">
        <head>
          <meta charset="utf-8" />
          <title>${title}</title>
          <style>
            ${raw(style)}
          </style>
        </head>
        <body>
          ${body}
        </body>
      </html>`,
  );
}
