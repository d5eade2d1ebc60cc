import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { ConfigError, type Settings } from "./config.ts";

/** The setting with the secrets for a purpose. */
const settingOf = {
  "api-key": "API_KEY_SECRETS",
  consent: "FORM_SECRETS",
  cursor: "CURSOR_SECRETS",
  export: "CURSOR_SECRETS",
  form: "FORM_SECRETS",
  invitation: "FORM_SECRETS",
  "kept-form": "FORM_SECRETS",
  "known-browser": "FORM_SECRETS",
  "link-token": "LINK_SECRETS",
  "mail-address": "FORM_SECRETS",
  "mail-code": "FORM_SECRETS",
  "login-identity": "LOGIN_SECRETS",
  "login-secret": "LOGIN_SECRETS",
  receipts: "RECEIPT_KEYS",
  source: "API_KEY_SECRETS",
} as const;

export type SecretPurpose = keyof typeof settingOf;
type ListSetting = (typeof settingOf)[SecretPurpose];

/**
 * The first of each list signs, all of them verify. A list that is not set is `SERVICE_SECRET`
 * alone.
 */
export type SecretSettings = Partial<Settings<ListSetting | "SERVICE_SECRET">>;

/** The secrets that an API needs; the emission worker signs receipts. */
export const servingSecrets = [
  "API_KEY_SECRETS",
  "CURSOR_SECRETS",
  "LINK_SECRETS",
  "LOGIN_SECRETS",
] as const satisfies readonly ListSetting[];

/** The secrets of a process, with a separate key derived for each purpose. */
export class ServiceSecret {
  readonly #keys = new Map<SecretPurpose, KeyObject[]>();
  readonly #settings: SecretSettings;

  /** Throws when one of the `needed` lists has no secret. */
  constructor(settings: SecretSettings, needed: readonly ListSetting[] = []) {
    this.#settings = settings;
    requireSecrets(settings, needed);
  }

  /**
   * With the first secret: the same text gives the same bytes, and nobody else can compute them.
   */
  hash(purpose: SecretPurpose, text: string): Buffer {
    const [first] = this.#keysOf(purpose);
    if (first === undefined) throw new TypeError(`no secret is held for ${purpose}`);
    return hashBy(first, text);
  }

  /** With every valid secret, the first one first. */
  hashes(purpose: SecretPurpose, text: string): Buffer[] {
    return this.#keysOf(purpose).map((key) => hashBy(key, text));
  }

  /** 32 bytes from each secret, for a key of another kind. */
  seeds(purpose: SecretPurpose): Buffer[] {
    return this.hashes(purpose, "seed");
  }

  #keysOf(purpose: SecretPurpose): KeyObject[] {
    const known = this.#keys.get(purpose);
    if (known !== undefined) return known;
    const keys = listOf(this.#settings, settingOf[purpose]).map((secret) => keyOf(secret, purpose));
    this.#keys.set(purpose, keys);
    return keys;
  }
}

/** Throws when one of the lists has no secret. */
export function requireSecrets(settings: SecretSettings, needed: readonly ListSetting[]): void {
  const missing = needed.filter((name) => listOf(settings, name).length === 0);
  if (missing.length === 0) return;
  throw new ConfigError(missing.map((name) => `${name}: is not set, and SERVICE_SECRET neither`));
}

function listOf(settings: SecretSettings, name: ListSetting): readonly string[] {
  const { SERVICE_SECRET: one } = settings;
  return settings[name] ?? (one === undefined ? [] : [one]);
}

function hashBy(key: KeyObject, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** Imported once: an HMAC over plain bytes imports them every time, which is most of its cost. */
function keyOf(secret: string, purpose: SecretPurpose): KeyObject {
  const root = Buffer.from(secret, "base64");
  if (root.length < 32) throw new RangeError("a secret has fewer than 32 bytes");
  return createSecretKey(new Uint8Array(hkdfSync("sha256", root, "", `connect/${purpose}`, 32)));
}
