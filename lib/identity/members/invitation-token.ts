import { randomBytes } from "node:crypto";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

const shape = /^([0-9a-z]{26})([\w-]{43})$/;

/**
 * The organization's id and 256 random bits, stored as a keyed hash. The organization is known
 * before the database is asked, so no lookup crosses organizations.
 */
export function newInvitationToken(organizationId: string): string {
  return `${organizationId.slice("org_".length)}${randomBytes(32).toString("base64url")}`;
}

export function hashInvitationToken(secret: ServiceSecret, token: string): Buffer {
  return secret.hash("invitation", token);
}

/** Null if it cannot be a token of ours. */
export function readInvitationToken(
  secret: ServiceSecret,
  token: string,
): { organizationId: string; hashes: Buffer[] } | null {
  const [, organization] = shape.exec(token) ?? [];
  if (organization === undefined) return null;
  return { organizationId: `org_${organization}`, hashes: secret.hashes("invitation", token) };
}
