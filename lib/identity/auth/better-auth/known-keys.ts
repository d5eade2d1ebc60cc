import type { Orm } from "#lib/db/database.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import { jwks } from "./auth.sql.ts";
import { librarySecrets } from "./library-secrets.ts";

interface Keyring {
  orm: Orm;
  clock: Clock;
  secrets: readonly string[];
}

/**
 * Signing keys for the library. A key whose secret was removed from the list can no longer be
 * opened: it is treated as past its turn, so that another one signs, and still verifies what it has
 * signed.
 */
export async function knownKeys({ orm, clock, secrets }: Keyring) {
  const versions = librarySecrets(secrets).map(({ version }) => version);
  const past = new Date(clock.now().getTime() - 1);
  return (await orm.select().from(jwks)).map(({ expiresAt, ...key }) => {
    const isOpened = versions.includes(versionIn(key.privateKey));
    const until = isOpened || isBefore(expiresAt, past) ? expiresAt : past;
    return { ...key, ...curve, ...(until !== null && { expiresAt: until }) };
  });
}

export const curve = { alg: "EdDSA", crv: "Ed25519" } as const;

function isBefore(one: Date | null, other: Date): one is Date {
  return one !== null && one < other;
}

/** The library writes the version in front of the sealed text. */
function versionIn(sealed: string): number {
  return Number(/^"?\$ba\$(\d+)\$/.exec(sealed)?.[1] ?? Number.NaN);
}
