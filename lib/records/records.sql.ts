import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { bytewiseText, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { droppedWithConnection } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";

/**
 * Every row read from an external system, of every dataset. `sortKey` begins with what the
 * dataset's period or parent filter narrows, so one index serves order and filter.
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
    /**
     * The payload's JSON as reads answer it, after what tells when it was seen (page/page-text.ts), and
     * the contract it was checked against. A trigger drops it when its payload changes.
     */
    answer: text(),
    answerContract: text("answer_contract"),
    /**
     * When this content was first read, or last seen before a reading missed it; see rows-seen.ts.
     */
    readAt: instant("read_at").notNull(),
    /** Milliseconds that `read_at` is after its reading, and after each later one. */
    readOrder: integer("read_order").notNull().default(0),
    jobId: text("job_id"),
    /** When a complete reading of its month no longer brought it; null while it is in force. */
    withdrawnAt: instant("withdrawn_at"),
    /** The job whose reading did not bring it, where that withdraws nothing. */
    missedBy: text("missed_by"),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.dataset, t.id] }),
    index("records_in_order").on(t.connectionId, t.dataset, t.sortKey, t.id),
    index("records_of_account_in_order").on(t.connectionId, t.dataset, t.account, t.sortKey, t.id),
    // The other datasets have a month's rows together in their list order.
    index("records_of_month")
      .on(t.connectionId, t.dataset, t.periodo)
      .where(sql`not starts_with(${t.sortKey}, ${t.periodo})`),
    index("records_by_month").on(t.periodo),
    foreignKey({
      name: "records_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);

export const recordErasures = [droppedWithConnection("records")];

/**
 * After the coverage of their month: dropped rows must not count as read. Rows of no month, such as
 * accounts, only go with their connection.
 */
export const recordPruning = pruning({
  table: "records",
  past: `t.periodo <> '' and t.periodo < $1 and not exists (select from coverage c
      where c.connection_id = t.connection_id and c.periodo = t.periodo)`,
});
