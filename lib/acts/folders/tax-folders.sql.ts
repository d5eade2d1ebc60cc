import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { folderKinds, type FolderParts } from "#lib/contract/index.ts";
import { actorColumns, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { droppedWithConnection, droppedWithOrganization } from "#lib/db/erasures.ts";
import { isOldOperation } from "#lib/ledger/index.ts";
import { pruning } from "#lib/db/prunings.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { operations } from "#lib/ledger/ledger.sql.ts";
import { folderDeliveries, folderStates } from "./folder-request.ts";

/** Whether an organization may generate folders here. Without a row it may not. */
export const taxFolderSettings = pgTable(
  "tax_folder_settings",
  {
    organizationId: organizationId()
      .primaryKey()
      .references(() => organizations.id),
    enabled: boolean().notNull(),
    /** Who last changed it. */
    ...actorColumns(),
    updatedAt: instant("updated_at").notNull(),
  },
  () => [organizationWall()],
);

/**
 * The recipient of folders. Each proposal is a revision; the newest that a person confirmed counts.
 */
export const taxFolderRecipients = pgTable(
  "tax_folder_recipients",
  {
    organizationId: organizationId().references(() => organizations.id),
    revision: integer().notNull(),
    /** From the portal's own list; null for somebody else. */
    institution: text(),
    name: text().notNull(),
    mail: text().notNull(),
    delivery: text({ enum: folderDeliveries }).notNull(),
    /** Who proposed it. */
    ...actorColumns(),
    createdAt: instant("created_at").notNull(),
    /** The person, or the operator, who allowed it. */
    confirmedBy: text("confirmed_by"),
    confirmedAt: instant("confirmed_at"),
    /** From then on it is no longer the recipient: rejected, or withdrawn. */
    withdrawnAt: instant("withdrawn_at"),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.revision] }), organizationWall()],
);

/** A folder that somebody requested, for one recipient, for a number of hours. */
export const taxFolderRequests = pgTable(
  "tax_folder_requests",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    operationId: text("operation_id").notNull(),
    /** Its maker: no tool shows it to anybody else. */
    ...actorColumns(),
    kind: text({ enum: folderKinds }).notNull(),
    /** Set for the configurable kind only. */
    parts: jsonb().$type<FolderParts>(),
    purpose: text().notNull(),
    /** The recipient as it was confirmed then. */
    revision: integer().notNull(),
    institution: text(),
    recipient: text().notNull(),
    mail: text().notNull(),
    delivery: text({ enum: folderDeliveries }).notNull(),
    state: text({ enum: folderStates }).notNull(),
    /** Why it was rejected, or why there is no document: a code, or a refusal's word. */
    reason: text(),
    /** What its recipient types. */
    code: text(),
    /** The last day on which the recipient may look at it. */
    consultableUntil: text("consultable_until"),
    documentBytes: integer("document_bytes"),
    documentSha256: text("document_sha256"),
    downloads: integer().notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** Since when it is being closed, and when that is tried again. */
    closingSince: instant("closing_since"),
    closeAgainAt: instant("close_again_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("tax_folder_requests_of_operation").on(t.operationId),
    index("tax_folder_requests_newest").on(t.organizationId, t.id),
    index("tax_folder_requests_of_connection").on(t.connectionId, t.id),
    index("tax_folder_requests_expiring")
      .on(t.expiresAt)
      .where(sql`${t.state} in ('lista', 'entregada')`),
    index("tax_folder_requests_closing")
      .on(t.closeAgainAt)
      .where(sql`${t.state} = 'cerrando'`),
    check("tax_folder_requests_downloads", sql`${t.downloads} between 0 and 5`),
    check(
      "tax_folder_requests_closing",
      sql`(${t.closingSince} is not null) = (${t.state} in ('cerrando', 'cerrada'))`,
    ),
    foreignKey({
      name: "tax_folder_requests_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "tax_folder_requests_operation",
      columns: [t.organizationId, t.operationId],
      foreignColumns: [operations.organizationId, operations.id],
    }),
    organizationWall(),
  ],
);

export type FolderRequestRow = typeof taxFolderRequests.$inferSelect;
export type RecipientRow = typeof taxFolderRecipients.$inferSelect;

export const folderErasures = [droppedWithConnection("tax_folder_requests")];

export const organizationFolderErasures = [
  droppedWithOrganization("tax_folder_recipients"),
  droppedWithOrganization("tax_folder_settings"),
];

/** With its operation. */
export const folderPruning = pruning({
  table: "tax_folder_requests",
  past: `exists (select from operations o where o.id = t.operation_id and ${isOldOperation("o")})`,
});
