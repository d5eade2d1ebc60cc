import { AsyncLocalStorage } from "node:async_hooks";
import type { OAuthOptions } from "@better-auth/oauth-provider";
import { newId } from "#lib/kernel/ids.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import { storedDocuments } from "./client-documents.ts";

const consenting = new AsyncLocalStorage<string>();

/** A code made inside `work` belongs to the grant, and so does every token that follows from it. */
export function consentingTo<T>(grantId: string, work: () => Promise<T>): Promise<T> {
  return consenting.run(grantId, work);
}

/**
 * Our own route refuses codes after a minute: the library has one option for this and the page
 * before it.
 */
const codeSeconds = 600;
const hourSeconds = 3600;
const refreshSeconds = 30 * 24 * hourSeconds;
/**
 * Ours is half of it, and looks first: past this one the library deletes all tokens of client and
 * person, in every organization, and that must not begin while a request is on its way there.
 */
const repeatSeconds = 120;

/** Plain OAuth 2.1: codes with PKCE, and refresh. No OpenID. */
export function oauthOptions(
  { resource, scopes }: { resource: string; scopes: readonly string[] },
  clock: Clock,
) {
  const writes = scopes.filter((scope) => scope.endsWith(":write"));
  return {
    scopes: [...scopes, "offline_access"],
    resources: [{ identifier: resource, name: "Connect" }],
    grantTypes: ["authorization_code", "refresh_token"],
    loginPage: "/login",
    consentPage: "/consent",
    // A stored consent is found only by this id, which exists only during our own page's POST, so
    // the library remembers no consent and asks each time.
    postLogin: {
      page: "/consent",
      shouldRedirect: () => false,
      consentReferenceId: () => consenting.getStore() ?? newId("grt", clock.now()),
    },
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    enforcePerClientResources: false,
    codeExpiresIn: codeSeconds,
    accessTokenExpiresIn: hourSeconds,
    // Tokens that can write must be renewed more often.
    scopeExpirations: Object.fromEntries(writes.map((scope) => [scope, "15m"])),
    refreshTokenExpiresIn: refreshSeconds,
    refreshTokenReuseInterval: repeatSeconds,
    customAccessTokenClaims: async ({ referenceId }) => ({ connect_grant: referenceId }),
    extensions: [{ clientDiscovery: storedDocuments }],
  } satisfies OAuthOptions<string[]>;
}
