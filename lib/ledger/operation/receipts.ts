import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import type { FolioProof } from "#lib/contract/index.ts";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** What a receipt attests: the key, the subject, the outcome, and when. */
interface ReceiptClaims {
  operacionId: string;
  idempotencyKey: string;
  toolId: string;
  inputHash: string;
  /** Null where the folio was only found in the list: whose document it is was then inferred. */
  documentHash: string | null;
  /** Its act's own word if it was done. */
  resultado: string;
  tipoDte: number | null;
  folio: number | null;
  /** The name under which the portal lists it: the folio, or another code. */
  referencia: string | null;
  prueba: FolioProof | null;
  en: string;
}

export interface PublishedKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  use: "sig";
  alg: "EdDSA";
}

// The PKCS 8 prefix of the 32 bytes of an Ed25519 key.
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The compact form of a JSON Web Signature: anybody with the published key can verify it. */
export function signReceipt(secret: ServiceSecret, claims: ReceiptClaims): string {
  const [signer] = privateKeys(secret);
  if (signer === undefined) throw new TypeError("no key is held that signs receipts");
  const header = { alg: "EdDSA", kid: publicHalf(signer).kid, typ: "connect-receipt+jws" };
  const text = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign(null, Buffer.from(text), signer);
  return `${text}.${signature.toString("base64url")}`;
}

/**
 * The keys that verify receipts, as JSON Web Keys: the signing one first, and all former ones.
 * `others` are public halves whose private ones are held elsewhere, or no longer exist.
 */
export function publishedKeys(secret: ServiceSecret, others: readonly string[]): PublishedKey[] {
  const all = [...privateKeys(secret).map(publicHalf), ...others.map(published)];
  return [...new Map(all.map((key) => [key.kid, key])).values()];
}

function publicHalf(key: KeyObject): PublishedKey {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return published(x);
}

function published(x: string): PublishedKey {
  const kid = createHash("sha256").update(x).digest("base64url").slice(0, 16);
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" };
}

function privateKeys(secret: ServiceSecret): KeyObject[] {
  return secret.seeds("receipts").map((seed) => {
    const key = Buffer.concat([pkcs8Head, seed]);
    return createPrivateKey({ key, format: "der", type: "pkcs8" });
  });
}

function encoded(value: object): string {
  return Buffer.from(canonicalJson(value)).toString("base64url");
}
