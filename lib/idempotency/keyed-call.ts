import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";

/** A call with a key: one tool, on one connection, with one input. */
export interface KeyedCall {
  key: string;
  toolId: string;
  connectionId: string | null;
  /** As parsed by the tool: explicit and omitted defaults are the same call. */
  input: unknown;
}

/** What a later call with the key must match to be the same call. */
export function fingerprintOf({ toolId, connectionId, input }: KeyedCall): Buffer {
  return createHash("sha256")
    .update(canonicalJson([toolId, connectionId, input]))
    .digest();
}
