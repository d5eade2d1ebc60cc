import { foreignKey, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { bytewiseText, instant, organizationId, organizationWall } from "#lib/db/columns.ts";

/**
 * Every row read from an external system, of every dataset. `sortKey` begins with what the
 * dataset's period or parent filter narrows, so one index serves the order and the filter.
 */
export const records = pgTable(
  "records",
  {
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    dataset: text().notNull(),
    id: bytewiseText().notNull(),
    periodo: text().notNull(),
    account: text(),
    sortKey: bytewiseText("sort_key").notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** When this content was read; reading the same content again does not move it. */
    readAt: instant("read_at").notNull(),
    jobId: text("job_id"),
    /** When a whole reading of its month did not bring it any more; null while it is in force. */
    withdrawnAt: instant("withdrawn_at"),
    /** The reading that missed it first, where so many were missing that a second one has to. */
    missedBy: text("missed_by"),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.dataset, t.id] }),
    index("records_in_order").on(t.connectionId, t.dataset, t.sortKey, t.id),
    index("records_of_account_in_order").on(t.connectionId, t.dataset, t.account, t.sortKey, t.id),
    foreignKey({
      name: "records_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);
