import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { hashLinkToken } from "./link-token.ts";
import type { links } from "./links.sql.ts";

/** Derived from the link's id, so that asking again gives the same token. */
export function challengeToken(secret: ServiceSecret, id: string): string {
  return secret.hash("link-token", `challenge|${id}`).toString("base64url");
}

/** Made by the service while it refused a call, not by request. */
export function isChallenge(
  secret: ServiceSecret,
  { id, tokenHash }: Pick<typeof links.$inferSelect, "id" | "tokenHash">,
): boolean {
  return tokenHash.equals(hashLinkToken(secret, challengeToken(secret, id)));
}
