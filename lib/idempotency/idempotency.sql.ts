import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { organizations } from "#lib/identity/identity.sql.ts";

/** What became of each Idempotency-Key. The row outlives its answer: a key is never new again. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    organizationId: organizationId().references(() => organizations.id),
    key: text().notNull(),
    toolId: text("tool_id").notNull(),
    connectionId: text("connection_id"),
    fingerprint: bytes().notNull(),
    state: text().notNull(),
    /** Who holds the claim. A taker-over writes a new one; the old holder's writes then miss. */
    token: text().notNull(),
    leaseUntil: instant("lease_until").notNull(),
    /** The answer as it was sent, sealed; dropped when its term is over. */
    response: bytes(),
    outcome: text(),
    httpStatus: integer("http_status"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
    responseExpiresAt: instant("response_expires_at"),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.key] }),
    index("idempotency_keys_expiring")
      .on(t.responseExpiresAt)
      .where(sql`${t.response} is not null`),
    check("idempotency_keys_state", sql`${t.state} in ('running', 'finished')`),
    foreignKey({
      name: "idempotency_keys_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);
