import type { Context, Hono } from "hono";
import {
  checkAuthorization,
  queryOf,
  refusalUrl,
  type AuthorizationRequest,
  type AuthorizationRules,
} from "#lib/identity/auth/authorization-request.ts";
import { AgentLimits } from "../agent-limits.ts";
import type { DashboardDeps } from "../deps.ts";
import { pageAnswer } from "../frame/answer.ts";
import { UnknownRequest } from "../pages/consent-messages.tsx";
import { consentPath } from "../pages/consent-page.tsx";

/** An agent sends a person's browser here: its request is checked, and then shown. */
export function authorizeRoutes(app: Hono, deps: DashboardDeps): void {
  const limits = new AgentLimits(deps);
  app.get("/auth/oauth2/authorize", async (c) => {
    const refused = await limits.refusalOf("authorize", deps.addressOf(c));
    if (refused !== null) return refused;
    const rules = await rulesOf(deps);
    const request = await requestOf(deps, rules, new URL(c.req.url).searchParams);
    if (request instanceof Response) return request;
    if (request.silent) return awayTo(await silentRefusal(deps, rules, request, c));
    return awayTo(`${consentPath}?${queryOf(request, rules).toString()}`);
  });
}

/** Everything that can be requested from this service. */
export async function rulesOf({
  baseUrl,
  resource,
  scopes,
}: DashboardDeps): Promise<AuthorizationRules> {
  return { resource, scopes: await scopes(), issuer: new URL(baseUrl).origin };
}

/** A request that can be shown to a person; otherwise an error for the client, or only for the person. */
export async function requestOf(
  { auth }: DashboardDeps,
  rules: AuthorizationRules,
  query: URLSearchParams,
): Promise<AuthorizationRequest | Response> {
  const checked = await checkAuthorization(query, (id) => auth.findClient(id), rules);
  switch (checked.kind) {
    case "asks":
      return checked.request;
    case "refused":
      return awayTo(checked.url);
    case "unknown":
      return pageAnswer(<UnknownRequest reason={checked.reason} />, { status: 400 });
  }
}

async function silentRefusal(
  { auth }: DashboardDeps,
  rules: AuthorizationRules,
  request: AuthorizationRequest,
  c: Context,
): Promise<string> {
  const person = await auth.signedIn(c.req.raw.headers);
  return person === null
    ? refusalUrl(request, rules, "login_required", "nobody is signed in")
    : refusalUrl(request, rules, "consent_required", "a person is asked each time");
}

/** Not cached, and without a referrer: the address may contain a code. */
export function awayTo(url: string): Response {
  const headers = { location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return new Response(null, { status: 303, headers });
}
