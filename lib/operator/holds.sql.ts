import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#lib/db/columns.ts";

export const holdKinds = ["system", "emissions"] as const;

/** What the operator has paused. It belongs to the service, not to an organization. */
export const holds = pgTable(
  "holds",
  {
    /**
     * `system`: nothing visits its portal. `emissions`: nothing is issued, sent or changed outside.
     */
    kind: text({ enum: holdKinds }).notNull(),
    /**
     * A system; or for emissions an organization, `*` for all of them, or `restore` until a restore
     * is finished.
     */
    subject: text().notNull(),
    since: instant("since").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject] }),
    check("holds_kind", sql`${t.kind} in ('system', 'emissions')`),
  ],
);
