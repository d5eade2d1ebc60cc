import { randomBytes } from "node:crypto";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** 256 random bits in the url; only their keyed hash is stored. */
export function newLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashLinkToken(secret: ServiceSecret, token: string): Buffer {
  return secret.hash("link-token", token);
}

/**
 * The hashes that a given token may be stored under. The same work for every text, so that a
 * malformed token is answered as slowly as a wrong one.
 */
export function hashesOfLinkToken(secret: ServiceSecret, token: string): Buffer[] {
  return secret.hashes("link-token", token.slice(0, 100));
}
