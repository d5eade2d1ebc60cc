import type { Hono } from "hono";
import { startTimer } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { grantableScopes } from "#lib/tools/catalogue.ts";
import { readJson } from "../body.ts";
import { refusal } from "../refusal.ts";
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
    if (ofSessions.includes(c.req.method)) return refuseSessions(deps);
    if (c.req.method !== "POST") return c.notFound();
    // Loaded at the first message, so that a cold start for REST does without it.
    const { answerMessage } = await import("./answer-message.ts");
    return answerMessage(deps, {
      request: c.req.raw,
      address: deps.addressOf(c),
      readBody: () => readJson(c.req),
    });
  });
}

/**
 * Methods that the protocol gives to servers with sessions. Clients of the revision earlier try them at each connect and
 * go on at a 405; so nothing was refused to them, and nothing is counted or recorded.
 */
const ofSessions = ["GET", "HEAD", "DELETE"];

function refuseSessions(deps: RouteDeps): Response {
  const call = { requestId: newId("req", deps.clock.now()), elapsedMs: startTimer() };
  const answer = refusal(deps.log, call, new AppError("tool_not_found"));
  answer.headers.set("allow", "POST");
  return new Response(answer.body, { status: 405, headers: answer.headers });
}
