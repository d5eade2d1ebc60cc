import { cleanText } from "#lib/kernel/clean-text.ts";

/*
 * When a row was last seen, without a row being written because it was seen again.
 *
 * A row in force that no reading missed was brought by the last reading that told of its dataset,
 * account and month: one that missed it would have marked it. That instant is kept once for all of
 * them, with the coverage. A row's instant is the later of its own and that one, to which it adds its
 * own milliseconds, so that a correction stays newer than what it corrects. A reading that misses a
 * row writes into it when it was last seen, and no later reading moves it until one brings it again.
 *
 * Whole readings tell of their accounts. Of a dataset whose unseen rows stay, any reading tells of the
 * accounts that its rows name, since there the mark takes nothing back.
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

/** What becomes of `read_at` of the row `r` that a reading misses. */
export const lastSeen = `case when r.missed_by is not null then r.read_at else greatest(r.read_at,
        (select s.at from seen s where s.key = r.periodo || '|' || coalesce(r.account, ''))
          + r.read_order * interval '1 millisecond') end`;
