import { randomBytes } from "node:crypto";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

const shape = /^([0-9a-z]{26})([\w-]{43})$/;

/**
 * The organization's id and 256 random bits, of which the keyed hash is kept: the organization is
 * known before anything is asked of the database, so nothing is looked for across organizations.
 */
export function newInvitationToken(organizationId: string): string {
  return `${organizationId.slice("org_".length)}${randomBytes(32).toString("base64url")}`;
}

export function hashInvitationToken(secret: ServiceSecret, token: string): Buffer {
  return secret.hash("invitation", token);
}

/** Null for what cannot be a token of ours. */
export function readInvitationToken(
  secret: ServiceSecret,
  token: string,
): { organizationId: string; hashes: Buffer[] } | null {
  const [, organization] = shape.exec(token) ?? [];
  if (organization === undefined) return null;
  return { organizationId: `org_${organization}`, hashes: secret.hashes("invitation", token) };
}
