import type { Hono, HonoRequest } from "hono";
import { iconSvg } from "../../pages/brand.tsx";

/** What browsers and their people ask for at any address. After all other routes: the last is for what none has. */
export function strayRoutes(app: Hono, missing: (request: HonoRequest) => Promise<Response>): void {
  app.get("/", (c, next) => (wantsPage(c.req) ? c.redirect("/docs") : next()));
  app.get("/favicon.ico", (c) => c.body(iconSvg, 200, { "content-type": "image/svg+xml" }));
  // The documentation may be found; the pages of links and of the dashboard are nobody's to list.
  app.get("/robots.txt", (c) => c.text("User-agent: *\nAllow: /docs\nDisallow: /\n"));
  app.get("*", (c, next) => (wantsPage(c.req) ? missing(c.req) : next()));
}

/** Whether a person asks by a browser. Programs are told of errors in the one envelope. */
export function wantsPage(request: HonoRequest): boolean {
  const accepts = request.header("accept") ?? "";
  return accepts.includes("text/html") && request.header("authorization") === undefined;
}
