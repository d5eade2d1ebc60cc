import type { SealedPlace, Vault } from "#lib/vault/index.ts";

export interface EndpointKey {
  organizationId: string;
  endpointId: string;
}

/** The same place for both: a rotation moves the newest to the older one's column unchanged. */
export function secretPlace({ organizationId, endpointId }: EndpointKey): SealedPlace {
  const sealed = { table: "webhook_endpoints", column: "secret", row: endpointId };
  return { organizationId, purpose: "endpoint", ...sealed };
}

export function sealSecret(
  ctx: { vault: Vault },
  endpoint: EndpointKey,
  secret: string,
): Promise<Buffer> {
  return ctx.vault.sealAlone(secretPlace(endpoint), Buffer.from(secret));
}
