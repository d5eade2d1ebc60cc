import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import { minuteMs, type Clock } from "#lib/kernel/clock.ts";
import type { DataKeyContext, Keys } from "#lib/platform/keys.ts";

/**
 * What a key seals. A program that may open one kind cannot open another: the key service enforces
 * it.
 */
type Purpose = "credential" | "endpoint" | "answer" | "evidence" | "mail" | "folder";

/** Where a sealed value is stored. Moved to another row or column, it no longer opens. */
export interface SealedPlace {
  organizationId: string;
  purpose: Purpose;
  table: string;
  column: string;
  row: string;
}

/** Everything that is sealed under one data key. */
type KeyOf = Pick<SealedPlace, "organizationId" | "purpose">;

export interface Vault {
  /** Loads the key in advance, so that sealing inside a transaction asks nobody. */
  prepare(place: KeyOf): Promise<void>;
  seal(place: SealedPlace, plain: Buffer): Promise<Buffer>;
  /** Uses a separate data key for this one value: for credentials. */
  sealAlone(place: SealedPlace, plain: Buffer): Promise<Buffer>;
  open(place: SealedPlace, sealed: Buffer): Promise<Buffer>;
}

interface DataKey {
  plain: Buffer;
  wrapped: Buffer;
  until: number;
}

const version = 1;
/** A shorter tag could be guessed, and is refused. */
const authTagLength = 16;
const keyLifeMs = 5 * minuteMs;
const maxCachedKeys = 200;

/**
 * Envelope encryption. A sealed value is: version, length of the wrapped key, wrapped key, IV, tag,
 * AES-256-GCM text. Unwrapped data keys are kept in memory for minutes, so that not every call
 * costs a request to the key service, and revoked keys stop working here.
 */
export function createVault(keys: Keys, clock: Clock): Vault {
  const current = new Map<string, DataKey>();
  const opened = new Map<string, { plain: Buffer; until: number }>();

  async function sharedKey(place: KeyOf): Promise<DataKey> {
    const name = `${place.organizationId}:${place.purpose}`;
    const now = clock.now().getTime();
    const known = current.get(name);
    if (known !== undefined && known.until > now) return known;
    const fresh = await keys.newDataKey(contextOf(place));
    const key = { ...fresh, until: now + keyLifeMs };
    remember(current, name, key);
    return key;
  }

  async function unwrap(wrapped: Buffer, place: SealedPlace): Promise<Buffer> {
    const name = `${place.organizationId}:${place.purpose}:${wrapped.toString("base64")}`;
    const now = clock.now().getTime();
    const known = opened.get(name);
    if (known !== undefined && known.until > now) return known.plain;
    const plain = await keys.unwrap(wrapped, contextOf(place));
    remember(opened, name, { plain, until: now + keyLifeMs });
    return plain;
  }

  return {
    prepare: async (place) => {
      await sharedKey(place);
    },
    seal: async (place, plain) => sealWith(await sharedKey(place), place, plain),
    sealAlone: async (place, plain) => {
      const key = await keys.newDataKey(contextOf(place));
      return sealWith(key, place, plain);
    },
    open: async (place, sealed) => {
      const parts = partsOf(sealed);
      const key = await unwrap(parts.wrapped, place);
      const decipher = createDecipheriv("aes-256-gcm", key, parts.iv, { authTagLength });
      decipher.setAAD(aadOf(place)).setAuthTag(parts.tag);
      return Buffer.concat([decipher.update(parts.text), decipher.final()]);
    },
  };
}

/** A value, sealed as JSON. */
export function sealJson(vault: Vault, place: SealedPlace, value: unknown): Promise<Buffer> {
  return vault.seal(place, Buffer.from(JSON.stringify(value)));
}

export async function openJson(vault: Vault, place: SealedPlace, sealed: Buffer): Promise<unknown> {
  const plain = await vault.open(place, sealed);
  return JSON.parse(plain.toString("utf8"));
}

function sealWith(
  key: { plain: Buffer; wrapped: Buffer },
  place: SealedPlace,
  plain: Buffer,
): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key.plain, iv).setAAD(aadOf(place));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  const head = Buffer.alloc(3);
  head.writeUInt8(version, 0);
  head.writeUInt16BE(key.wrapped.length, 1);
  return Buffer.concat([head, key.wrapped, iv, cipher.getAuthTag(), text]);
}

function partsOf(sealed: Buffer): { wrapped: Buffer; iv: Buffer; tag: Buffer; text: Buffer } {
  if (sealed.readUInt8(0) !== version) throw new RangeError("sealed by an unknown version");
  const ivAt = 3 + sealed.readUInt16BE(1);
  return {
    wrapped: sealed.subarray(3, ivAt),
    iv: sealed.subarray(ivAt, ivAt + 12),
    tag: sealed.subarray(ivAt + 12, ivAt + 28),
    text: sealed.subarray(ivAt + 28),
  };
}

function contextOf({ organizationId, purpose }: KeyOf): DataKeyContext {
  return { organization: organizationId, purpose };
}

function aadOf(place: SealedPlace): Buffer {
  return Buffer.from(canonicalJson({ ...place, version }));
}

function remember<V>(cache: Map<string, V>, name: string, value: V): void {
  if (cache.size >= maxCachedKeys) {
    const oldest = cache.keys().next();
    if (oldest.done !== true) cache.delete(oldest.value);
  }
  cache.set(name, value);
}
