import type { Hono } from "hono";
import {
  checkAuthorization,
  queryOf,
  refusalUrl,
  type AuthorizationRequest,
  type AuthorizationRules,
  type AuthorizationRefusal,
} from "#lib/identity/auth/authorization-request.ts";
import { shownRedirect } from "#lib/identity/auth/redirect-uris.ts";
import { AgentLimits } from "../../agent-limits.ts";
import type { DashboardDeps } from "../../deps.ts";
import { pageAnswer } from "../../request/answer.ts";
import { RefusedRequest, UnknownRequest } from "../../pages/access/consent-messages.tsx";
import { consentPath } from "../../pages/access/consent-page.tsx";

export const authorizePath = "/auth/oauth2/authorize";

/** An agent sends a person's browser here: its request is checked, and then shown. */
export function authorizeRoutes(app: Hono, deps: DashboardDeps): void {
  const limits = new AgentLimits(deps);
  app.get(authorizePath, async (c) => {
    const refused = await limits.refusalOf("authorize", deps.addressOf(c));
    if (refused !== null) return refused;
    const rules = await rulesOf(deps);
    const { searchParams } = new URL(c.req.url);
    const isSignedIn = async () => (await deps.auth.signedIn(c.req.raw.headers)) !== null;
    const request = await requestOf(deps, rules, searchParams, isSignedIn);
    if (request instanceof Response) return request;
    if (request.silent) return silentRefusal(rules, request, await isSignedIn());
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
  isSignedIn: () => Promise<boolean>,
): Promise<AuthorizationRequest | Response> {
  const checked = await checkAuthorization(query, (id) => auth.findClient(id), rules);
  switch (checked.kind) {
    case "asks":
      return checked.request;
    case "refused":
      return toldTo(checked, checked.client.verified || (await isSignedIn()));
    case "unknown":
      return pageAnswer(<UnknownRequest reason={checked.reason} />, { status: 400 });
  }
}

function silentRefusal(
  rules: AuthorizationRules,
  request: AuthorizationRequest,
  isSignedIn: boolean,
): Response | Promise<Response> {
  const { client, redirectUri } = request;
  const url = isSignedIn
    ? refusalUrl(request, rules, "consent_required", "a person is asked each time")
    : refusalUrl(request, rules, "login_required", "nobody is signed in");
  return toldTo({ client, redirectUri, url }, client.verified || isSignedIn);
}

/**
 * Anybody registers a client with any redirect: without a person who has signed in, a request that is
 * refused would make our address lead to theirs. There it is a link, with its host on it.
 */
function toldTo(
  { client, redirectUri, url }: AuthorizationRefusal,
  isLedThere: boolean,
): Response | Promise<Response> {
  if (isLedThere) return awayTo(url);
  const { host } = shownRedirect(redirectUri);
  return pageAnswer(<RefusedRequest name={client.name} host={host} back={url} />, { status: 400 });
}

/** Not cached, and without a referrer: the address may contain a code. */
export function awayTo(url: string): Response {
  const headers = { location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return new Response(null, { status: 303, headers });
}
