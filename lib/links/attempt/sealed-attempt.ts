import type { CredentialFields } from "#lib/connections/index.ts";
import type { SealedPlace, Vault } from "#lib/vault/index.ts";

export function placeOfAttempt(organizationId: string, linkId: string): SealedPlace {
  return { organizationId, purpose: "credential", table: "links", column: "sealed", row: linkId };
}

/** The decrypted fields exist only while `use` runs. */
export async function withTypedFields<T>(
  ctx: { vault: Vault },
  attempt: { organizationId: string; linkId: string; sealed: Buffer },
  use: (fields: CredentialFields) => Promise<T>,
): Promise<T> {
  const place = placeOfAttempt(attempt.organizationId, attempt.linkId);
  const plain = await ctx.vault.open(place, attempt.sealed);
  try {
    return await use(JSON.parse(plain.toString("utf8")) as CredentialFields);
  } finally {
    plain.fill(0);
  }
}
