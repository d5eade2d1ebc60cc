import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, instant } from "#lib/db/columns.ts";

/** How often something was done in a window of time. */
export const tallies = pgTable(
  "tallies",
  {
    what: text().notNull(),
    /** Keyed hash of a mail, an address or a person. */
    subject: bytes().notNull(),
    startsAt: instant("starts_at").notNull(),
    count: integer().notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.what, t.subject, t.startsAt] }),
    index("tallies_by_age").on(t.lastAt),
  ],
);
