import type { Vault } from "#lib/vault/index.ts";
import { secretPlace, type EndpointKey } from "../seal-secret.ts";

export interface SealedSecrets extends EndpointKey {
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
}

interface Opened {
  sealed: Buffer;
  text: string;
}

/** What a drain opens for one attempt is reused for the same endpoint's next ones. */
export class EndpointSecrets {
  readonly #vault: Vault;
  readonly #newest = new Map<string, Opened>();
  readonly #previous = new Map<string, Opened>();

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** The secrets that are valid at this instant, newest first. */
  async open(endpoint: SealedSecrets, now: Date): Promise<[string, ...string[]]> {
    const { secret, previousSecret, previousUntil } = endpoint;
    const newest = await this.#open(this.#newest, endpoint, secret);
    if (previousSecret === null || previousUntil === null || previousUntil <= now) return [newest];
    return [newest, await this.#open(this.#previous, endpoint, previousSecret)];
  }

  async #open(opened: Map<string, Opened>, endpoint: EndpointKey, sealed: Buffer): Promise<string> {
    const before = opened.get(endpoint.endpointId);
    if (before?.sealed.equals(sealed) === true) return before.text;
    const plain = await this.#vault.open(secretPlace(endpoint), sealed);
    const text = plain.toString("utf8");
    opened.set(endpoint.endpointId, { sealed, text });
    return text;
  }
}
