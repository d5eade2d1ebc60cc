import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

type SecretPurpose =
  | "api-key"
  | "cursor"
  | "link-token"
  | "login-identity"
  | "login-secret"
  | "receipts"
  | "source";

/** One service secret, a separate key for each purpose derived from it. */
export class ServiceSecret {
  readonly #keys = new Map<SecretPurpose, KeyObject>();
  readonly #root: Buffer;

  constructor(base64: string) {
    this.#root = Buffer.from(base64, "base64");
    if (this.#root.length < 32) throw new RangeError("the service secret has fewer than 32 bytes");
  }

  /** A keyed hash: the same text gives the same bytes, and nobody else can make them. */
  hash(purpose: SecretPurpose, text: string): Buffer {
    return createHmac("sha256", this.#key(purpose)).update(text).digest();
  }

  /** 32 bytes of their own for a key of another kind. */
  seed(purpose: SecretPurpose): Buffer {
    return this.hash(purpose, "seed");
  }

  #key(purpose: SecretPurpose): KeyObject {
    const known = this.#keys.get(purpose);
    if (known !== undefined) return known;
    const bytes = hkdfSync("sha256", this.#root, "", `connect/${purpose}`, 32);
    // Imported once: an HMAC over plain bytes imports them every time, for most of its cost.
    const key = createSecretKey(new Uint8Array(bytes));
    this.#keys.set(purpose, key);
    return key;
  }
}
