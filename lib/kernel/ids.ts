import { randomFillSync } from "node:crypto";

export type IdPrefix =
  | "org"
  | "usr"
  | "key"
  | "grt"
  | "conn"
  | "req"
  | "sjb"
  | "whk"
  | "whd"
  | "whev"
  | "cs"
  | "prv"
  | "oper"
  | "hon"
  | "carp"
  | "aud"
  | "rec"
  | "ses"
  | "acc"
  | "ver"
  | "jwk"
  | "ocl"
  | "oca"
  | "ocr"
  | "oco"
  | "ort"
  | "oat"
  | "ore"
  | "inv"
  | "mail"
  | "opa"
  | "smk"
  | "cst";

// Crockford's base 32 in lower case: sorts numerically, without i, l, o, u.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ten characters of milliseconds, then 80 random bits: sorts by time, cannot be guessed. */
export function newId<P extends IdPrefix>(prefix: P, now: Date): `${P}_${string}` {
  return `${prefix}_${encodeTime(now.getTime())}${randomSuffix()}`;
}

/** Not after any id made at that instant, nor before any made earlier. */
export function firstIdAt<P extends IdPrefix>(prefix: P, at: Date): `${P}_${string}` {
  return `${prefix}_${encodeTime(at.getTime())}`;
}

export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[${alphabet}]{26}$`);
}

/** The only spelling of a UUID v4 allowed in an Idempotency-Key. */
export const canonicalUuidV4 =
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = "";
  for (let i = 0; i < 10; i++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomSuffix(): string {
  // Not getRandomValues, whose first call loads all of web cryptography.
  const bytes = randomFillSync(new Uint8Array(16));
  let text = "";
  for (const byte of bytes) text += alphabet.charAt(byte & 31);
  return text;
}
