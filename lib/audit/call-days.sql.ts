import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  actorColumns,
  bytewiseText,
  instant,
  organizationId,
  organizationWall,
} from "#lib/db/columns.ts";
import { droppedWithOrganization } from "#lib/db/erasures.ts";

/** The calls of an actor in a day of Santiago, added up from the audit: pages ask for a month of them. */
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

/** The days that were added up, with calls or without: a day that is missing is not one of no calls. */
export const countedDays = pgTable("counted_days", {
  day: bytewiseText().primaryKey(),
  /** What was on record by then is in it. */
  countedAt: instant("counted_at").notNull(),
});

export const callDayErasures = [droppedWithOrganization("call_days")];
