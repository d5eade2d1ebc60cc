import { createPublicKey, type KeyObject } from "node:crypto";
import * as z from "zod";
import type { Queries, Statement } from "#lib/db/database.ts";
import { dayMs, isRecent, minuteMs } from "#lib/kernel/clock.ts";

const selectKeys: Statement = {
  name: "identity.signing_keys",
  repeatable: true,
  text: "select id, public_key as text, expires_at as until from auth.jwks",
};

const heldMs = 5 * minuteMs;
const unknownMs = 30_000;
/** How long a key still verifies after its turn. */
export const keyGraceMs = 30 * dayMs;

interface SigningKey {
  key: KeyObject;
  until: Date | null;
}

/**
 * The authorization server's public keys, from the database: cached for minutes, so that a call
 * reads none.
 */
export class SigningKeys {
  readonly #db: Queries;
  #keys: ReadonlyMap<string, SigningKey> = new Map();
  #readAt = -Infinity;
  #reading: Promise<ReadonlyMap<string, SigningKey>> | null = null;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** An unknown key id triggers another read, at most twice a minute. */
  async find(kid: string, now: Date): Promise<KeyObject | null> {
    const forMs = this.#keys.has(kid) ? heldMs : unknownMs;
    const isDue = !isRecent(this.#readAt, now.getTime(), forMs);
    if (isDue) {
      this.#keys = await this.#readOnce();
      this.#readAt = now.getTime();
    }
    const found = this.#keys.get(kid);
    if (found === undefined) return null;
    const isPast = found.until !== null && found.until.getTime() + keyGraceMs <= now.getTime();
    return isPast ? null : found.key;
  }

  /** Callers that arrive meanwhile wait for the same statement. */
  #readOnce(): Promise<ReadonlyMap<string, SigningKey>> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<ReadonlyMap<string, SigningKey>> {
    const rows = await this.#db.run<{ id: string; text: string; until: Date | null }>(
      selectKeys,
      [],
    );
    return new Map(rows.map(({ id, text, until }) => [id, { key: keyOf(text), until }]));
  }
}

const PublicKey = z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() });

function keyOf(text: string): KeyObject {
  return createPublicKey({ key: PublicKey.parse(JSON.parse(text)), format: "jwk" });
}
