import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#lib/db/columns.ts";
import type { SmokeResults } from "./parts.ts";

/**
 * Checks whether the stage is alive, one per row. They belong to the service, not to an
 * organization.
 */
export const smokes = pgTable("smokes", {
  /** `smk_…`, which the workers get instead of a job's id. */
  id: text().primaryKey(),
  startedAt: instant("started_at").notNull(),
  /** When housekeeping sent it to the workers. */
  sentAt: instant("sent_at"),
  /** What each part wrote, by its name. */
  results: jsonb().$type<SmokeResults>().notNull(),
});

export type Smoke = typeof smokes.$inferSelect;
