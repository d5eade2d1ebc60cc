import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { actorColumns, bytes, instant, organizationId } from "#lib/db/columns.ts";

/**
 * One row per call, or two if it was recorded as started: the newest counts, and rows never change.
 * Partitioned by month, which drizzle-kit cannot generate: `drizzle/0000_foundation.sql`
 * makes the table, `lib/db/schema.test.ts` keeps the two in step.
 */
export const audit = pgTable("audit", {
  requestId: text("request_id").notNull(),
  organizationId: organizationId(),
  at: instant("at").notNull(),
  plane: text().notNull(),
  operation: text().notNull(),
  operationRequestId: text("operation_request_id"),
  ...actorColumns(),
  connectionId: text("connection_id"),
  outcome: text().notNull(),
  httpStatus: integer("http_status"),
  latencyMs: integer("latency_ms"),
  idempotency: text(),
  traceLabel: text("trace_label"),
  clientLabel: text("client_label"),
  /** Where the call came from, as `sourceOf` stores it. */
  sourceNetwork: text("source_network"),
  sourceHash: bytes("source_hash"),
  /** How many calls the row covers, if not one. */
  calls: integer(),
  /** For an agent with a grant: the person who authorized it, and which program it is. */
  onBehalfOf: text("on_behalf_of"),
  clientId: text("client_id"),
});
