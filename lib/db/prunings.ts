import type { Statement } from "./database.ts";

/**
 * What a table drops past its term. `$1` is where the term ends, an instant or a month; rows are
 * chosen in batches, and locked ones are skipped.
 */
export interface Pruning {
  table: string;
  /** `$2` is the most rows. Returns how many were chosen: fewer means that none are left. */
  drop: Statement;
  /** Whether any rows are past `$1`. */
  isLeft: Statement;
  /** How many are. */
  count: Statement;
}

interface Past {
  table: string;
  /** A name, if the table has several. */
  which?: string;
  /** Further tables for the condition, listed before the table's own rows, `t`. */
  from?: string;
  /** The condition for `t` to be past `$1`. It must not match a row that another one needs. */
  past: string;
}

export function pruning({ table, which = "ended", from, past }: Past): Pruning {
  const rows = from === undefined ? `from ${table} t where ${past}` : `${from} where ${past}`;
  const named = (verb: string, text: string): Statement => ({
    name: `prune.${verb}.${table}.${which}`,
    repeatable: true,
    text,
  });
  return {
    table,
    drop: named(
      "drop",
      `
    with chosen as materialized (
      select t.ctid ${rows} limit $2 for update of t skip locked
    ),
    gone as (delete from ${table} where ctid = any(array(select ctid from chosen)))
    select count(*)::int as rows from chosen`,
    ),
    isLeft: named("is_left", `select exists (select ${rows}) as left`),
    count: named("count", `select count(*)::int as rows ${rows}`),
  };
}
