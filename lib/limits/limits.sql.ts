import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { apiKeys } from "#lib/identity/identity.sql.ts";

/**
 * Requests of a credential in one minute. Unlogged: it is written by every call, its commit waits
 * for no disk, and losing it in a crash costs one minute of counting.
 */
export const rateWindows = pgTable(
  "rate_windows",
  {
    organizationId: organizationId(),
    keyId: text("key_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    hits: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.startsAt] }),
    foreignKey({
      name: "rate_windows_key",
      columns: [t.organizationId, t.keyId],
      foreignColumns: [apiKeys.organizationId, apiKeys.id],
    }),
    organizationWall(),
  ],
);

/**
 * Calls of a connection in a calendar month, spread over slots: a caller takes one that
 * nobody holds, so no commit is waited for.
 */
export const usageSlots = pgTable(
  "usage_slots",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    periodo: text().notNull(),
    calls: integer().notNull(),
  },
  (t) => [
    index("usage_slots_by_connection").on(t.connectionId, t.periodo),
    foreignKey({
      name: "usage_slots_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }).onDelete("cascade"),
    organizationWall(),
  ],
);
