import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";

/** A call under a key: of one tool, on one connection, with one input. */
export interface KeyedCall {
  key: string;
  toolId: string;
  connectionId: string | null;
  /** As the tool parsed it: defaults written out or left out are the same call. */
  input: unknown;
}

/** What a later call under the key has to be, or it is another one. */
export function fingerprintOf({ toolId, connectionId, input }: KeyedCall): Buffer {
  return createHash("sha256")
    .update(canonicalJson([toolId, connectionId, input]))
    .digest();
}
