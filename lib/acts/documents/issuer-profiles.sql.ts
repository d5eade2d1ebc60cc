import { foreignKey, pgTable, text } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { droppedWithConnection } from "#lib/db/erasures.ts";

/** How a connection's issuer is shown on its documents. */
export const issuerProfiles = pgTable(
  "issuer_profiles",
  {
    connectionId: text("connection_id").primaryKey(),
    organizationId: organizationId(),
    activity: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    /** Identifies the profile; a preparation is bound to it. */
    revision: text().notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    foreignKey({
      name: "issuer_profiles_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }).onDelete("cascade"),
    organizationWall(),
  ],
);

export const emissionErasures = [droppedWithConnection("issuer_profiles")];
