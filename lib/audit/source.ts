import { networkOf } from "#lib/egress/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/**
 * Where a call came from: enough to tell callers apart, too little to identify a person's machine.
 */
export interface CallSource {
  /** The /24 of an IPv4 address, the /48 of an IPv6 one; null if it is no address. */
  network: string | null;
  /** A keyed hash of the whole address: calls from one machine have the same. */
  hash: Buffer;
}

const kept = { v4: 24, v6: 48 };

export function sourceOf(secret: ServiceSecret, address: string): CallSource {
  return { network: networkOf(address, kept), hash: secret.hash("source", address) };
}
