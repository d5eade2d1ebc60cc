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

/** What workers share out. Each claim counts the token up, and every write names the one it holds. */
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
 * The organization that the current statement or transaction speaks for. In a sub-select, so that
 * it is looked up once for a statement, when the first row is met, and not for every row.
 */
const current = sql`(select nullif(current_setting('app.org_id', true), ''))`;

/** The row that the transaction itself is deleting: a change is refused that hides what it changed. */
const deleting = sql`(select current_setting('app.deleting', true))`;

/** Of what can be deleted an organization sees what is not, whatever it asks for by whichever id. */
export const notDeleted = sql`(deleted_at is null or id = ${deleting})`;

/** Whether who says `*` may. It must not throw: a row that is locked again has it looked up unasked. */
const isSystem = sql`(select pg_has_role(current_user, ${sql.raw(`'${systemRole}'`)}, 'member'))`;

/**
 * The second wall: whatever a statement asks for, it meets rows of its own organization alone.
 * `*` is the system itself: workers and housekeeping. Written as a case, because the planner
 * takes a comparison for one that keeps hardly a row, and then reads and sorts whole connections.
 * `shown`: which of its own rows an organization meets.
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
 * Keeps to the connections that the actor may know of, as a condition of every statement that finds
 * or lists what belongs to one: the others answer as what does not exist.
 */
export function ofKnownConnection(
  { actor }: { actor: Actor },
  connectionId: Column,
): SQL | undefined {
  return actor.connections === null ? undefined : inArray(connectionId, [...actor.connections]);
}
