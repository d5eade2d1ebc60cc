import { foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { actorColumns, bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { operationFiles } from "./ledger.sql.ts";

/** Opens one stored file once, for the caller who asked for it. It is deleted with the file. */
export const documentTickets = pgTable(
  "document_tickets",
  {
    /** A hash of 256 random bits, which cannot be guessed from it. */
    hash: bytes().primaryKey(),
    organizationId: organizationId(),
    operationId: text("operation_id").notNull(),
    kind: text().notNull(),
    version: integer().notNull(),
    /** The file name for the delivery. */
    name: text().notNull(),
    ...actorColumns(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    takenAt: instant("taken_at"),
  },
  (t) => [
    index("document_tickets_expiring").on(t.expiresAt),
    index("document_tickets_of_file").on(t.organizationId, t.operationId, t.kind, t.version),
    foreignKey({
      name: "document_tickets_file",
      columns: [t.organizationId, t.operationId, t.kind, t.version],
      foreignColumns: [
        operationFiles.organizationId,
        operationFiles.operationId,
        operationFiles.kind,
        operationFiles.version,
      ],
    }).onDelete("cascade"),
    organizationWall(),
  ],
);
