import { mayGrant } from "#lib/identity/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import type { ExecuteDeps } from "./request.ts";

/** Where clients learn which server authorizes for this resource, and for which scopes. */
export const protectedResourcePath = "/.well-known/oauth-protected-resource";

/** Who was refused: nobody known yet, or a caller. */
interface Refused {
  caller: Caller | null;
  hasCredential: boolean;
}

const scopePattern = /^[a-z_]+:(?:read|write)$/;

/**
 * What a refusal tells a client that can ask a person for access (RFC 6750, RFC 9728): where, and
 * for which scopes. An API key gets none, nor does a request for more than the person may give.
 */
export function challengeOf(
  deps: Pick<ExecuteDeps, "baseUrl" | "catalogue">,
  { code, details }: AppError,
  { caller, hasCredential }: Refused,
): Record<string, string> {
  if (code === "unauthorized") {
    const error = hasCredential ? "invalid_token" : null;
    return challenge(deps, error, readingScopes(deps));
  }
  if (code !== "scope_not_granted" || caller?.granted == null) return {};
  const { granted, member } = caller;
  const required = (details?.["required"] ?? []) as readonly string[];
  const isOffered = (scope: string): boolean =>
    scopePattern.test(scope) && member !== null && mayGrant(member, scope);
  if (!required.every(isOffered)) return {};
  // The consent replaces the grant: the scopes it has are requested again.
  return challenge(deps, "insufficient_scope", [...new Set([...granted, ...required])]);
}

function challenge(
  { baseUrl }: Pick<ExecuteDeps, "baseUrl">,
  error: "invalid_token" | "insufficient_scope" | null,
  scopes: readonly string[],
): Record<string, string> {
  const metadata = new URL(`${protectedResourcePath}/mcp`, baseUrl).href;
  const fields = [
    ...(error === null ? [] : [`error="${error}"`]),
    `resource_metadata="${metadata}"`,
    `scope="${scopes.join(" ")}"`,
  ];
  return { "www-authenticate": `Bearer ${fields.join(", ")}` };
}

/**
 * What an agent starts with: it requests more when it has to do something that cannot be undone.
 */
function readingScopes({ catalogue }: Pick<ExecuteDeps, "catalogue">): string[] {
  return catalogue.manifests.map(({ id }) => `${id}:read`);
}
