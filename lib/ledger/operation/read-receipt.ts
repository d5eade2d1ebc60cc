import { createPublicKey, verify } from "node:crypto";
import * as z from "zod";
import type { PublishedKey } from "./receipts.ts";

const Header = z.looseObject({ alg: z.literal("EdDSA"), kid: z.string() });
const Claims = z.looseObject({ prueba: z.enum(["respuesta", "lista"]).nullable() });
type Claims = z.output<typeof Claims>;

/** What a receipt says, and whether a key of the service has signed it. */
export type ReadReceipt =
  | { kind: "signed"; kid: string; claims: Claims }
  /** By a key that is not published here: it cannot be verified. */
  | { kind: "unknown_key"; kid: string; claims: Claims }
  | { kind: "not_signed" };

/** Verifies it as anybody with the published keys can. */
export function readReceipt(receipt: string, keys: readonly PublishedKey[]): ReadReceipt {
  const [head = "", payload = "", signature = "", ...more] = receipt.split(".");
  const header = Header.safeParse(opened(head));
  const claims = Claims.safeParse(opened(payload));
  if (!header.success || !claims.success || more.length > 0) return { kind: "not_signed" };
  const { kid } = header.data;
  const known = keys.find((key) => key.kid === kid);
  if (known === undefined) return { kind: "unknown_key", kid, claims: claims.data };
  const { kty, crv, x } = known;
  const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
  const signed = Buffer.from(`${head}.${payload}`);
  const bytes = Buffer.from(signature, "base64url");
  // The last character has unused bits: only one spelling of a signature is the service's.
  const isGood = bytes.toString("base64url") === signature && verify(null, signed, key, bytes);
  return isGood ? { kind: "signed", kid, claims: claims.data } : { kind: "not_signed" };
}

/** Undefined if it is not JSON. */
function opened(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
