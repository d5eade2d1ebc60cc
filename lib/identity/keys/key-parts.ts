import type { Statement } from "#lib/db/database.ts";

/**
 * Part of a statement: records the latest use of each key. `latest` is an earlier part of it, with
 * a `credential_id` and an instant `at`.
 */
export const noteKeyUse = `
    update api_keys k set last_used_at = greatest(k.last_used_at, latest.at)
    from latest where k.id = latest.credential_id`;

/** A key found under an older secret's hash is moved to the newest: `$2` replaces its own. */
export const rehashKey: Statement = {
  name: "identity.rehash_key",
  repeatable: true,
  text: "update api_keys set hash = $2 where id = $1",
};
