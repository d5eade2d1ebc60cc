import type { Hono } from "hono";
import { grantableScopes } from "#lib/tools/execute/index.ts";
import { readJson } from "../body.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { protectedMcp, protectedResource, type ProtectedResource } from "./operations.ts";
import { refuseForeign } from "./guard.ts";

/** What a client of /mcp reads first without a credential, at both places where it may look. */
export function protectedResourceRoutes(serve: ControlServer, deps: RouteDeps): void {
  const metadata: ProtectedResource = {
    resource: new URL("/mcp", deps.baseUrl).href,
    resource_name: "Connect",
    authorization_servers: [new URL(deps.baseUrl).origin],
    resource_documentation: new URL("/docs", deps.baseUrl).href,
    bearer_methods_supported: ["header"],
    scopes_supported: grantableScopes(deps.catalogue),
  };
  for (const operation of [protectedResource, protectedMcp]) {
    serve.open(operation, () => metadata, {});
  }
}

/** The catalogue for agents: stateless, for clients of the current revision and the previous one. */
export function mcpRoutes(app: Hono, deps: RouteDeps): void {
  app.all("/mcp", async (c) => {
    const foreign = refuseForeign(c.req.raw.headers, deps.baseUrl);
    if (foreign !== null) return foreign;
    if (c.req.method !== "POST") return refuseMethod(c.req.method, await c.notFound());
    // Loaded at the first message, so that a cold start for REST does without it.
    const { answerMessage } = await import("./answer-message.ts");
    return answerMessage(deps, {
      request: c.req.raw,
      address: deps.addressOf(c),
      readBody: () => readJson(c.req),
    });
  });
}

/** The protocol's own methods, which a server without sessions lacks: it wants a 405 for them. */
const absent = ["GET", "HEAD", "DELETE"];

/** Any other method is refused as on every path. */
function refuseMethod(method: string, refusal: Response): Response {
  if (!absent.includes(method)) return refusal;
  const headers = new Headers(refusal.headers);
  headers.set("allow", "POST");
  return new Response(refusal.body, { status: 405, headers });
}
