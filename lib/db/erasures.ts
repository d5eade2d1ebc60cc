import type { Statement } from "./database.ts";

/**
 * What a table deletes of a deleted connection or organization, in batches: repeated until it
 * returns 0, the number of rows chosen. `$1` is the organization, `$2` the most rows, and `$3` the
 * connection.
 */
export type Erasure = Statement;

type Subject = "connection" | "organization";

/** Deletes the table's rows of a connection, or those that a condition names. */
export function droppedWithConnection(table: string, which = "connection_id = $3"): Erasure {
  return erasure("connection", { table, which, change: `delete from ${table}` });
}

/** Keeps the rows, without what `set` clears in them; `which` selects those not cleared yet. */
export function blankedWithConnection(
  table: string,
  { set, which }: { set: string; which: string },
): Erasure {
  const change = `update ${table} set ${set}`;
  return erasure("connection", { table, which: `connection_id = $3 and ${which}`, change });
}

/** Deletes the table's rows of an organization whose connections are already erased. */
export function droppedWithOrganization(table: string): Erasure {
  return erasure("organization", { table, which: "true", change: `delete from ${table}` });
}

/** Chosen by physical position, so that one statement is short however many rows there are. */
function erasure(
  subject: Subject,
  { table, which, change }: { table: string; which: string; change: string },
): Erasure {
  return {
    name: `erase.${subject}.${change.split(" ")[0]}.${table}`,
    repeatable: true,
    text: `
    with chosen as materialized (
      select ctid from ${table} where organization_id = $1 and (${which}) limit $2
    ),
    changed as (
      ${change} where ctid = any(array(select ctid from chosen))
    )
    select count(*)::int as rows from chosen`,
  };
}
