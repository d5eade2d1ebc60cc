/**
 * Part of a statement: notes the newest use of each key. `latest` is a part before it, with a
 * `credential_id` and an instant `at`.
 */
export const noteKeyUse = `
    update api_keys k set last_used_at = greatest(k.last_used_at, latest.at)
    from latest where k.id = latest.credential_id`;

/**
 * Part of a statement: a key that was found under an older secret's hash is kept under the newest.
 * `caller` is a part before it, with the key's `id`, the `hash` it was found under and `valid`.
 */
export function rehashUsedKey({ hash }: { hash: string }): string {
  return `
    rehashed as (
      update api_keys k set hash = ${hash} from caller
      where k.id = caller.id and caller.valid and caller.hash <> ${hash}
    )`;
}
