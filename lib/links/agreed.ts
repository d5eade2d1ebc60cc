import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "#lib/kernel/clock.ts";
import type { ShownConsent } from "./consents.sql.ts";

/** What a form contains: what its page said, and the token of the address that ends the access. */
export interface Agreement {
  shown: ShownConsent;
  cutToken: string;
}

/** As a link stores it until its login has worked. */
export interface Agreed {
  consent: ShownConsent;
  agreedAt: Date;
  cutHash: Buffer;
}

export function agreedNow(clock: Clock, { shown, cutToken }: Agreement): Agreed {
  return { consent: shown, agreedAt: clock.now(), cutHash: hashCutToken(cutToken) };
}

/** 256 random bits: their holder may cut the access, for as long as there is one. */
export function newCutToken(): string {
  return randomBytes(32).toString("base64url");
}

/** So much randomness needs no keyed hash, and a key would be rotated away. */
export function hashCutToken(token: string): Buffer {
  return createHash("sha256").update(token.slice(0, 100)).digest();
}
