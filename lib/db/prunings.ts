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

export function pruning(past: Past): Pruning {
  return changing(past, "drop", (these) => `delete from ${past.table} where ${these}`);
}

/**
 * For rows that other rows refer to: `set` takes out of them what is past its term, after which `past` must
 * be false of them.
 */
export function blanking({ set, ...past }: Past & { set: string }): Pruning {
  return changing(past, "blank", (these) => `update ${past.table} set ${set} where ${these}`);
}

function changing(
  { table, which = "ended", from, past }: Past,
  verb: string,
  change: (these: string) => string,
): Pruning {
  const rows = from === undefined ? `from ${table} t where ${past}` : `${from} where ${past}`;
  const named = (does: string, text: string): Statement => ({
    name: `prune.${does}.${table}.${which}`,
    repeatable: true,
    text,
  });
  return {
    table,
    drop: named(
      verb,
      `
    with chosen as materialized (
      select t.ctid ${rows} limit $2 for update of t skip locked
    ),
    gone as (${change("ctid = any(array(select ctid from chosen))")})
    select count(*)::int as rows from chosen`,
    ),
    isLeft: named("is_left", `select exists (select ${rows}) as left`),
    count: named("count", `select count(*)::int as rows ${rows}`),
  };
}
