import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import type { FolioProof } from "#lib/contract/index.ts";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** What a receipt attests: under which key, of what, what came of it, and when. */
interface ReceiptClaims {
  operacionId: string;
  idempotencyKey: string;
  toolId: string;
  inputHash: string;
  /** Null where the folio was found in the list alone: whose document it is, is then a conclusion. */
  documentHash: string | null;
  resultado: "emitido" | "rechazado";
  tipoDte: number;
  folio: number | null;
  prueba: FolioProof | null;
  en: string;
}

interface PublishedKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  use: "sig";
  alg: "EdDSA";
}

// What PKCS 8 writes before the 32 bytes of an Ed25519 key.
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The compact form of a JSON Web Signature: anybody with the published key can verify it. */
export function signReceipt(secret: ServiceSecret, claims: ReceiptClaims): string {
  const header = { alg: "EdDSA", kid: publishedKey(secret).kid, typ: "connect-receipt+jws" };
  const text = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign(null, Buffer.from(text), privateKey(secret));
  return `${text}.${signature.toString("base64url")}`;
}

/** The key that verifies the service's receipts, in the form of a JSON Web Key. */
export function publishedKey(secret: ServiceSecret): PublishedKey {
  const { x = "" } = createPublicKey(privateKey(secret)).export({ format: "jwk" });
  const kid = createHash("sha256").update(x).digest("base64url").slice(0, 16);
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" };
}

function privateKey(secret: ServiceSecret): KeyObject {
  const key = Buffer.concat([pkcs8Head, secret.seed("receipts")]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function encoded(value: object): string {
  return Buffer.from(canonicalJson(value)).toString("base64url");
}
