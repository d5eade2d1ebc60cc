import type { Statement } from "./database.ts";

/**
 * What a table drops once it is past its term. `$1` is what the term counts back to, an instant or a
 * month; its rows are chosen so many at a time, but for those that somebody holds.
 */
export interface Pruning {
  table: string;
  /** `$2` is the most rows. Answers how many it chose: none are left when that is fewer. */
  drop: Statement;
  /** Whether any is past `$1`. */
  isLeft: Statement;
  /** How many are. */
  count: Statement;
}

interface Past {
  table: string;
  /** Which of several of the table. */
  which?: string;
  /** What else the condition speaks of, before the table's own rows, `t`. */
  from?: string;
  /** What is true of `t` when it is past `$1`. Nothing that another row needs may be. */
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
