import type { Hono, HonoRequest } from "hono";
import { iconSvg } from "../../pages/brand.tsx";

/** What browsers and people request at any host. Comes after all other routes; the last one answers the rest. */
export function strayRoutes(app: Hono, missing: (request: HonoRequest) => Promise<Response>): void {
  app.get("/", (c, next) => (wantsPage(c.req) ? c.redirect("/docs") : next()));
  app.get("/favicon.ico", (c) => c.body(iconSvg, 200, { "content-type": "image/svg+xml" }));
  // Search engines may list the documentation, but not links and not the dashboard.
  app.get("/robots.txt", (c) => c.text("User-agent: *\nAllow: /docs\nDisallow: /\n"));
  app.get("*", async (c, next) => {
    if (!wantsPage(c.req)) return next();
    const path = withoutClosingSlash(c.req.url);
    return path === null ? missing(c.req) : c.redirect(path);
  });
}

/** Whether a person is asking with a browser. Programs get errors in the usual envelope. */
export function wantsPage(request: HonoRequest): boolean {
  const accepts = request.header("accept") ?? "";
  return accepts.includes("text/html") && request.header("authorization") === undefined;
}

/**
 * Where an address leads that a person, or a program that completes it, ended with a slash: the same without it. Null
 * without one, and for `//host/`, which would lead to another host.
 */
export function withoutClosingSlash(address: string): string | null {
  const { pathname, search } = new URL(address);
  if (!/^\/[^/].*\/$/.test(pathname)) return null;
  return `${pathname.replace(/\/+$/, "")}${search}`;
}
