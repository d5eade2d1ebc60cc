import type { Context } from "#lib/db/context.ts";
import { listKeys, type Key } from "#lib/identity/index.ts";

/** The live ones first, then those that have ended, each newest first: all parts of both lists. */
export async function allKeys(ctx: Context): Promise<Key[]> {
  const keys: Key[] = [];
  for (const ended of [false, true]) {
    let after: string | null | undefined;
    while (after !== null) {
      const part = await listKeys(ctx, { ended, after });
      keys.push(...part.keys);
      after = part.next;
    }
  }
  return keys;
}
