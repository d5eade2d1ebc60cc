import { AsyncLocalStorage } from "node:async_hooks";
import type { OAuthOptions } from "@better-auth/oauth-provider";
import { newId } from "#lib/kernel/ids.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import { storedDocuments } from "./client-documents.ts";

const consenting = new AsyncLocalStorage<string>();

/** The code that is made inside is the grant's, and so is every token that follows from it. */
export function consentingTo<T>(grantId: string, work: () => Promise<T>): Promise<T> {
  return consenting.run(grantId, work);
}

/** Refused by our own route after a minute: the library has one option for this and the page before it. */
const codeSeconds = 600;
const hourSeconds = 3600;
const refreshSeconds = 30 * 24 * hourSeconds;
/**
 * Ours is half of it, and looks first: past this one the library deletes all tokens of client and
 * person, in every organization, and that must not begin while a request is on its way there.
 */
const repeatSeconds = 120;

/** Plain OAuth 2.1: codes with PKCE, and refresh. Nothing of OpenID. */
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
    // A stored consent is found by this id alone: outside of our own page's POST nobody has it, so
    // that the library remembers no consent and asks each time.
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
    // What can write is asked for more often.
    scopeExpirations: Object.fromEntries(writes.map((scope) => [scope, "15m"])),
    refreshTokenExpiresIn: refreshSeconds,
    refreshTokenReuseInterval: repeatSeconds,
    customAccessTokenClaims: async ({ referenceId }) => ({ connect_grant: referenceId }),
    extensions: [{ clientDiscovery: storedDocuments }],
  } satisfies OAuthOptions<string[]>;
}
