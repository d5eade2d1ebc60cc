import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  actorColumns,
  bytewiseText,
  instant,
  organizationId,
  organizationWall,
} from "#lib/db/columns.ts";
import { droppedWithOrganization } from "#lib/db/erasures.ts";

/**
 * An actor's calls on one day in Santiago, added up from the audit: pages ask for a month of them.
 */
export const callDays = pgTable(
  "call_days",
  {
    organizationId: organizationId(),
    day: bytewiseText().notNull(),
    ...actorColumns(),
    operation: text().notNull(),
    ok: integer().notNull(),
    /** Answered 4xx. */
    refused: integer().notNull(),
    /** Answered 5xx. */
    failed: integer().notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.organizationId, t.day, t.actorKind, t.actorId, t.operation],
    }),
    index("call_days_by_day").on(t.day),
    organizationWall(),
  ],
);

/** The days that were added up, with or without calls: a missing day is not a day without calls. */
export const countedDays = pgTable("counted_days", {
  day: bytewiseText().primaryKey(),
  /** Includes everything recorded up to then. */
  countedAt: instant("counted_at").notNull(),
});

export const callDayErasures = [droppedWithOrganization("call_days")];
