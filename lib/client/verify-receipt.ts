/** The published key, as `GET /.well-known/connect-receipts.json` lists it. */
export interface ReceiptKey {
  kty: string;
  crv: string;
  x: string;
  kid: string;
}

/** What the service attests about an emission. */
export interface Receipt {
  operacionId: string;
  idempotencyKey: string;
  toolId: string;
  inputHash: string;
  /** Null where `prueba` is "lista": the authority did not confirm the document's content. */
  documentHash: string | null;
  /** `rechazado`, or what was done in the tool's own words: `emitido`, `emitida`. */
  resultado: string;
  /** Null if it is not a tax document. */
  tipoDte: number | null;
  folio: number | null;
  /**
   * The name under which the portal lists it: the folio, or another code. Absent from older
   * receipts.
   */
  referencia?: string | null;
  /**
   * "respuesta": the authority answered with the folio and lists it. "lista": it was found in the
   * list.
   */
  prueba: "respuesta" | "lista" | null;
  en: string;
}

export class ReceiptVerificationError extends Error {
  readonly reason: "malformed" | "unknown_key" | "bad_signature";

  constructor(reason: ReceiptVerificationError["reason"]) {
    super(`receipt not verified: ${reason}`);
    this.name = "ReceiptVerificationError";
    this.reason = reason;
  }
}

/**
 * Verifies a receipt offline and returns what it says. A receipt with one byte changed throws. Runs
 * wherever WebCrypto supports Ed25519: Node, Deno, Workers, current browsers.
 */
export async function verifyReceipt(
  receipt: string,
  keys: readonly ReceiptKey[],
): Promise<Receipt> {
  const [header, payload, signature, ...more] = receipt.split(".");
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw new ReceiptVerificationError("malformed");
  }
  const { alg, kid } = (parsed(header) ?? {}) as { alg?: unknown; kid?: unknown };
  if (alg !== "EdDSA") throw new ReceiptVerificationError("malformed");
  const known = keys.find((key) => key.kid === kid);
  if (known === undefined) throw new ReceiptVerificationError("unknown_key");
  const { kty, crv, x } = known;
  const key = await crypto.subtle.importKey("jwk", { kty, crv, x }, { name: "Ed25519" }, false, [
    "verify",
  ]);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const good = await crypto.subtle.verify({ name: "Ed25519" }, key, bytesOf(signature), signed);
  if (!good) throw new ReceiptVerificationError("bad_signature");
  return parsed(payload) as Receipt;
}

function parsed(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(part)));
  } catch {
    throw new ReceiptVerificationError("malformed");
  }
}

/** Strict: two different texts never decode to the same bytes. */
function bytesOf(part: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(part)) throw new ReceiptVerificationError("malformed");
  const padded = part.replaceAll("-", "+").replaceAll("_", "/");
  let text: string;
  try {
    text = atob(padded);
  } catch {
    throw new ReceiptVerificationError("malformed");
  }
  const again = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (again !== part) throw new ReceiptVerificationError("malformed");
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
