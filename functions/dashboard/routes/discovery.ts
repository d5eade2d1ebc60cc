import type { Hono } from "hono";
import type { DashboardDeps } from "../deps.ts";

/** A minute: a verifier that meets a new key asks again. */
const headers = { "cache-control": "public, max-age=60", "access-control-allow-origin": "*" };

/** What programs read before anybody is asked: where to ask, and which keys verify the tokens. */
export function discoveryRoutes(app: Hono, { auth }: DashboardDeps): void {
  const documents = {
    "/.well-known/oauth-authorization-server": () => auth.metadata(),
    "/auth/jwks": () => auth.publicKeys(),
  };
  for (const [path, read] of Object.entries(documents)) {
    app.get(path, async () => Response.json(await read(), { headers }));
  }
}
