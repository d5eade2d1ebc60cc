import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#lib/db/columns.ts";
import type { SmokeResults } from "./parts.ts";

/** Looks at whether the stage is alive, one by one. They are the service's, and no organization's. */
export const smokes = pgTable("smokes", {
  /** `smk_…`, which the workers are told in the place of a job. */
  id: text().primaryKey(),
  startedAt: instant("started_at").notNull(),
  /** When housekeeping told the workers. */
  sentAt: instant("sent_at"),
  /** What each part wrote, by its name. */
  results: jsonb().$type<SmokeResults>().notNull(),
});

export type Smoke = typeof smokes.$inferSelect;
