import { foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, organizationId, organizationWall } from "../db/columns.ts";
import { apiKeys } from "../identity/identity.sql.ts";

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
