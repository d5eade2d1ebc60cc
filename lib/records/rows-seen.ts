import { cleanText } from "#lib/kernel/clean-text.ts";

/*
 * When a row was last seen, without writing rows just because they were seen again.
 *
 * A row in force that no reading missed was brought by the last reading that covered its dataset,
 * account and month: one that missed it would have marked it. That instant is stored once for all
 * of them, with the coverage. A row's instant is the later of its own and that one, to which it
 * adds its own milliseconds, so that a correction stays newer than what it corrects. A reading that
 * misses a row writes into it when it was last seen, and no later reading advances it until one
 * brings it again.
 *
 * Complete readings cover their accounts. In a dataset whose unseen rows stay, any reading covers
 * the accounts that its rows name, since there the mark withdraws nothing.
 */

/** By dataset, then by `seenKey`: the instant of the reading, in milliseconds. */
export type RowsSeen = Record<string, Record<string, number>>;

export function seenKey(periodo: string, account: string | null): string {
  return `${periodo}|${cleanText(account ?? "")}`;
}

/** The key of a row, in SQL. */
export function seenKeyOf(row: string): string {
  return `${row}.periodo || '|' || coalesce(${row}.account, '')`;
}

/** `seen (key, at)` of connection $2 and dataset $3. */
export const rowsSeen = `
    seen as (
      select s.key, to_timestamp(max(s.value::bigint) / 1000.0) as at
      from coverage c cross join lateral jsonb_each_text(c.seen_at -> $3) s
      where c.organization_id = $1 and c.connection_id = $2
      group by s.key
    )`;

/** The new `read_at` of a row `r` that a reading misses. */
export const lastSeen = `case when r.missed_by is not null then r.read_at else greatest(r.read_at,
        (select s.at from seen s where s.key = r.periodo || '|' || coalesce(r.account, ''))
          + r.read_order * interval '1 millisecond') end`;
