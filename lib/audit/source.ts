import { networkOf } from "#lib/egress/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** Where a call came from: near enough to be told apart, too little to name a person's machine. */
export interface CallSource {
  /** /24 of an older address, /48 of a newer one; null for what is no address. */
  network: string | null;
  /** Keyed, of the whole address: two calls of one machine have the same. */
  hash: Buffer;
}

const kept = { v4: 24, v6: 48 };

export function sourceOf(secret: ServiceSecret, address: string): CallSource {
  return { network: networkOf(address, kept), hash: secret.hash("source", address) };
}
