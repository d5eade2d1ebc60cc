import type { SealedPlace, Vault } from "../../vault/index.ts";

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

interface Opened {
  sealed: Buffer;
  text: string;
}

/** What a drain opens for one attempt serves the next ones of the same endpoint. */
export class EndpointSecrets {
  readonly #vault: Vault;
  readonly #newest = new Map<string, Opened>();
  readonly #previous = new Map<string, Opened>();

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** The secrets that are valid at this instant, the newest first. */
  async open(endpoint: SealedSecrets, now: Date): Promise<[string, ...string[]]> {
    const { secret, previousSecret, previousUntil } = endpoint;
    const newest = await this.#opened(this.#newest, endpoint, secret);
    if (previousSecret === null || previousUntil === null || previousUntil <= now) return [newest];
    return [newest, await this.#opened(this.#previous, endpoint, previousSecret)];
  }

  async #opened(
    known: Map<string, Opened>,
    { organizationId, endpointId }: SealedSecrets,
    sealed: Buffer,
  ): Promise<string> {
    const before = known.get(endpointId);
    if (before?.sealed.equals(sealed) === true) return before.text;
    const plain = await this.#vault.open(placeOf(organizationId, endpointId), sealed);
    const text = plain.toString("utf8");
    known.set(endpointId, { sealed, text });
    return text;
  }
}
