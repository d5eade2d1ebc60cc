import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, text } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { acceptanceStates } from "#lib/contract/index.ts";
import { instant, oneOf, organizationId, organizationWall } from "#lib/db/columns.ts";
import { droppedWithConnection } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";
import { isOldOperation } from "#lib/ledger/index.ts";

/**
 * What the authority says about an issued document, minutes to days later. Its final answer stays.
 */
export const documentAcceptances = pgTable(
  "document_acceptances",
  {
    operationId: text("operation_id").primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    connector: text().notNull(),
    /** The authority's tracking id. */
    trackId: text("track_id"),
    state: text({ enum: acceptanceStates }).notNull(),
    /** When the authority answered. */
    answeredAt: instant("answered_at"),
    /** When to read it again; null once the answer is known, or after a month without one. */
    visitAt: instant("visit_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    index("document_acceptances_to_visit")
      .on(t.visitAt)
      .where(sql`${t.visitAt} is not null`),
    index("document_acceptances_of_connection").on(t.organizationId, t.connectionId),
    check("document_acceptances_state", oneOf(t.state, acceptanceStates)),
    foreignKey({
      name: "document_acceptances_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);

export type AcceptanceRow = typeof documentAcceptances.$inferSelect;

export const acceptanceErasures = [droppedWithConnection("document_acceptances")];

/** With its operation. */
export const acceptancePruning = pruning({
  table: "document_acceptances",
  past: `exists (select from operations o where o.id = t.operation_id and ${isOldOperation("o")})`,
});
