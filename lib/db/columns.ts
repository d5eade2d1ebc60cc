import { inArray, sql, type Column, type SQL } from "drizzle-orm";
import {
  customType,
  integer,
  pgPolicy,
  text,
  timestamp,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { systemRole } from "./rights.ts";
import type { Actor } from "./actors.ts";

/** An instant with milliseconds, as the contract prints them. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const organizationId = () => text("organization_id").notNull();

/** Who acted; `actorRow` fills them. */
export const actorColumns = () => ({
  actorKind: text("actor_kind").notNull(),
  actorId: text("actor_id").notNull(),
});

/**
 * For rows that workers claim. Each claim increments the token, and every write names the token it
 * holds.
 */
export const claimColumns = () => ({
  attempts: integer().notNull(),
  token: integer().notNull(),
});

/** Compared byte by byte, so that keyset order is the same in every locale. */
export const bytewiseText = customType<{ data: string }>({
  dataType: () => 'text COLLATE "C"',
});

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A check's condition: the column has one of these words, which are ours. */
export const oneOf = (column: AnyPgColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;

/**
 * The organization that the current statement or transaction acts for. In a sub-select, so that it
 * is evaluated once per statement, at the first row, and not for every row.
 */
const current = sql`(select nullif(current_setting('app.org_id', true), ''))`;

/**
 * The row that the transaction itself is deleting: a policy forbids an update that hides its own
 * row.
 */
const deleting = sql`(select current_setting('app.deleting', true))`;

/** An organization never sees its deleted rows, whatever id it asks for. */
export const notDeleted = sql`(deleted_at is null or id = ${deleting})`;

/**
 * Whether the caller may use `*`. It must not throw: it is also evaluated when a row is locked
 * again.
 */
const isSystem = sql`(select pg_has_role(current_user, ${sql.raw(`'${systemRole}'`)}, 'member'))`;

/**
 * The second line of defence: a statement only sees rows of its own organization. `*` is the
 * system: workers and housekeeping. A case expression, since the planner assumes that a comparison
 * keeps hardly any rows, and then reads and sorts whole connections. `shown`: which of its own rows
 * an organization sees.
 */
export const organizationWall = (column = "organization_id", shown = sql`true`) => {
  const own = sql`case ${current} when ${sql.raw(column)} then ${shown} when '*' then ${isSystem} else false end`;
  return pgPolicy("organization_wall", {
    as: "permissive",
    for: "all",
    using: own,
    withCheck: own,
  });
};

/**
 * A condition for every statement that finds or lists what belongs to a connection: limits it to
 * the connections that the actor may see. Others answer as if they did not exist.
 */
export function ofKnownConnection(
  { actor }: { actor: Actor },
  connectionId: Column,
): SQL | undefined {
  return actor.connections === null ? undefined : inArray(connectionId, [...actor.connections]);
}
