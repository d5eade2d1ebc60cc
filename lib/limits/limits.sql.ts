import { foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { droppedWithConnection, droppedWithOrganization } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";

/**
 * Requests of a credential in one minute. Unlogged: every call writes it, its commit waits for no
 * disk, and losing it in a crash costs one minute of counting.
 */
export const rateWindows = pgTable(
  "rate_windows",
  {
    organizationId: organizationId(),
    /** An API key, a grant or a person. No foreign key: these are three tables. */
    credentialId: text("credential_id"),
    startsAt: instant("starts_at").notNull(),
    hits: integer().notNull(),
  },
  (t) => [
    unique("rate_windows_credential").on(t.organizationId, t.credentialId, t.startsAt),
    organizationWall(),
  ],
);

/**
 * Calls of a connection in a calendar month, spread over slots: a caller takes an unlocked one, so
 * nobody waits for a commit.
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

export const limitErasures = [droppedWithConnection("usage_slots")];
export const organizationLimitErasures = [droppedWithOrganization("rate_windows")];

export const usagePruning = pruning({ table: "usage_slots", past: "t.periodo < $1" });
