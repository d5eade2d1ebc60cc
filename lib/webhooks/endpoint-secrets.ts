import type { SealedPlace, Vault } from "../vault/index.ts";

export interface SealedSecrets {
  organizationId: string;
  endpointId: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
}

/** One place for both: a rotation moves the newest to the older one's column as it is. */
function placeOf(organizationId: string, endpointId: string): SealedPlace {
  const kept = { table: "webhook_endpoints", column: "secret", row: endpointId };
  return { organizationId, purpose: "endpoint", ...kept };
}

export function sealSecret(
  ctx: { vault: Vault },
  { organizationId, endpointId }: { organizationId: string; endpointId: string },
  secret: string,
): Promise<Buffer> {
  return ctx.vault.sealAlone(placeOf(organizationId, endpointId), Buffer.from(secret));
}

/** The secrets that are valid at this instant, the newest first. */
export async function openSecrets(
  ctx: { vault: Vault },
  sealed: SealedSecrets,
  now: Date,
): Promise<[string, ...string[]]> {
  const place = placeOf(sealed.organizationId, sealed.endpointId);
  const open = async (bytes: Buffer) => (await ctx.vault.open(place, bytes)).toString("utf8");
  const newest = await open(sealed.secret);
  const { previousSecret, previousUntil } = sealed;
  if (previousSecret === null || previousUntil === null || previousUntil <= now) return [newest];
  return [newest, await open(previousSecret)];
}
