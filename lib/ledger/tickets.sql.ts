import { foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { actorColumns, bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { operationFiles } from "./ledger.sql.ts";

/** What opens one kept file once, for who asked for it. With the file it goes. */
export const documentTickets = pgTable(
  "document_tickets",
  {
    /** Of 256 random bits: nobody finds them by their hash. */
    hash: bytes().primaryKey(),
    organizationId: organizationId(),
    operationId: text("operation_id").notNull(),
    kind: text().notNull(),
    version: integer().notNull(),
    /** Under which it is handed out. */
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
