import type { AgentClient } from "../auth-port.ts";
import { matchingRedirect } from "./redirect-uris.ts";

/** What this service allows to be asked for. */
export interface AuthorizationRules {
  /** The one resource that tokens are for. */
  resource: string;
  /** Everything that a grant can include. */
  scopes: readonly string[];
  issuer: string;
}

/** A request that may be shown to a person, reduced to what this service knows. */
export interface AuthorizationRequest {
  client: AgentClient;
  redirectUri: string;
  scopes: string[];
  state: string | null;
  codeChallenge: string;
  /** The person may not be asked anything. */
  silent: boolean;
}

/** What a client is told at its redirect, which its registration chose. */
export interface AuthorizationRefusal {
  client: AgentClient;
  redirectUri: string;
  url: string;
}

export type CheckedAuthorization =
  | { kind: "asks"; request: AuthorizationRequest }
  /** It is unknown where an answer could be sent. */
  | { kind: "unknown"; reason: "client" | "redirect" | "repeated" }
  | ({ kind: "refused" } & AuthorizationRefusal);

const parameters = [
  "response_type",
  "response_mode",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
  "prompt",
  "request",
  "request_uri",
] as const;

const maxState = 2000;

/**
 * Checks a request for access: first whether anybody may be told what is wrong with it, then what
 * is wrong. Answers only go to a redirect that the client has registered.
 */
export async function checkAuthorization(
  query: URLSearchParams,
  findClient: (id: string) => Promise<AgentClient | null>,
  rules: AuthorizationRules,
): Promise<CheckedAuthorization> {
  if (parameters.some((name) => query.getAll(name).length > 1)) {
    return { kind: "unknown", reason: "repeated" };
  }
  const client = await findClient(query.get("client_id") ?? "");
  if (client === null) return { kind: "unknown", reason: "client" };
  const redirectUri = query.get("redirect_uri") ?? "";
  if (matchingRedirect(client.redirectUris, redirectUri) === null) {
    return { kind: "unknown", reason: "redirect" };
  }
  const state = query.get("state");
  const wrong = whatIsWrong(query, rules);
  if (wrong !== null) {
    const url = refusalUrl({ redirectUri, state }, rules, ...wrong);
    return { kind: "refused", client, redirectUri, url };
  }
  const request = {
    client,
    redirectUri,
    scopes: askedScopes(query.get("scope"), rules.scopes),
    state,
    codeChallenge: query.get("code_challenge") ?? "",
    silent: (query.get("prompt") ?? "").split(" ").includes("none"),
  };
  return { kind: "asks", request };
}

type Wrong = [error: string, description: string];

function whatIsWrong(
  query: URLSearchParams,
  { resource, scopes }: AuthorizationRules,
): Wrong | null {
  if (query.has("request")) return ["request_not_supported", "request is not supported"];
  if (query.has("request_uri"))
    return ["request_uri_not_supported", "request_uri is not supported"];
  if (query.get("response_type") !== "code") {
    return ["unsupported_response_type", "response_type has to be code"];
  }
  if (!["query", null].includes(query.get("response_mode"))) {
    return ["invalid_request", "response_mode has to be query"];
  }
  if ((query.get("state") ?? "").length > maxState) return ["invalid_request", "state is too long"];
  if (query.get("code_challenge_method") !== "S256") {
    return ["invalid_request", "code_challenge_method has to be S256"];
  }
  if (!/^[\w-]{43}$/.test(query.get("code_challenge") ?? "")) {
    return ["invalid_request", "code_challenge has to be 43 characters of base64url"];
  }
  if (![resource, null].includes(query.get("resource"))) {
    return ["invalid_target", `resource has to be ${resource}`];
  }
  if (askedScopes(query.get("scope"), scopes).length === 0) {
    return ["invalid_scope", "none of the scopes is known"];
  }
  return null;
}

/** If it names none, everything that reads: scopes that write must be asked for by name. */
function askedScopes(asked: string | null, known: readonly string[]): string[] {
  if (asked === null || asked.trim() === "") return known.filter((one) => one.endsWith(":read"));
  const named = new Set(asked.split(" "));
  // Unknown scopes are left out of the token too, which lists its scopes.
  return known.filter((one) => named.has(one));
}

/** The redirect to a client with the outcome of its request. */
export function refusalUrl(
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  { issuer }: Pick<AuthorizationRules, "issuer">,
  error: string,
  description: string,
): string {
  const url = new URL(redirectUri);
  url.searchParams.set("error", error);
  url.searchParams.set("error_description", description);
  if (state !== null) url.searchParams.set("state", state);
  url.searchParams.set("iss", issuer);
  return url.href;
}

/** The same request in canonical form, for the library and for the consent page. */
export function queryOf(
  { client, redirectUri, scopes, state, codeChallenge }: AuthorizationRequest,
  { resource }: Pick<AuthorizationRules, "resource">,
): URLSearchParams {
  return new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    ...(state !== null && { state }),
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
    resource,
  });
}
