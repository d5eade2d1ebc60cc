import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { actorColumns, bytes, instant, organizationId } from "#lib/db/columns.ts";

/**
 * One row a call, and a later one for the end of a call that was put on record as started: the newest
 * counts, and nobody changes a row. Partitioned by month, which drizzle-kit cannot generate: the table
 * is made by `drizzle/0001_audit-partitions.sql`; `lib/db/schema.test.ts` holds the two together.
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
  /** Where it came from, as `sourceOf` keeps it. */
  sourceNetwork: text("source_network"),
  sourceHash: bytes("source_hash"),
  /** Calls that the row tells of, when it is not one. */
  calls: integer(),
  /** Of an agent by its grant: the person who let it act, and which program it is. */
  onBehalfOf: text("on_behalf_of"),
  clientId: text("client_id"),
});
