import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { actorColumns, instant, oneOf, organizationId, organizationWall } from "#lib/db/columns.ts";
import {
  blankedWithConnection,
  droppedWithConnection,
  droppedWithOrganization,
} from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";
import { isOldOperation } from "#lib/ledger/index.ts";
import { annulmentModes, feeRequestKinds, feeRequestStates } from "./fee-request.ts";

/**
 * What somebody requested: a receipt, or the annulment of one. Its state is written with its
 * operation's, and each request belongs to its maker.
 */
export const feeReceiptRequests = pgTable(
  "fee_receipt_requests",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    connector: text().notNull(),
    kind: text({ enum: feeRequestKinds }).notNull(),
    ...actorColumns(),
    operationId: text("operation_id").notNull(),
    issuerRut: text("issuer_rut").notNull(),
    /** Its caller's own name for it; for an annulment the receipt's. */
    reference: text().notNull(),
    /** The day of the request in Santiago, by which daily limits count. */
    askedOn: text("asked_on").notNull(),
    receiverRut: text("receiver_rut"),
    /** The receipt's own day, AAAA-MM-DD. */
    day: text().notNull(),
    gross: bigint({ mode: "number" }).notNull(),
    withheld: bigint({ mode: "number" }).notNull(),
    net: bigint({ mode: "number" }).notNull(),
    state: text({ enum: feeRequestStates }).notNull(),
    /** Why it was rejected, as one word: the portal's own words are never stored. */
    reason: text(),
    /** Whether it may have reached the authority. */
    isSent: boolean("is_sent").notNull(),
    folio: bigint({ mode: "number" }),
    barCode: text("bar_code"),
    /** 1 as issued, 2 as annulled; 0 while there is none. */
    documentVersion: integer("document_version").notNull(),
    /** The newest version that was ever stored here. */
    keptVersion: integer("kept_version").notNull(),
    /** The request that issued the receipt, if any; set for annulments only. */
    receiptId: text("receipt_id"),
    /** How it annuls, and until when that counts. */
    mode: text({ enum: annulmentModes }),
    deadline: text(),
    /** When to ask the portal for what is still missing: a PDF, a receiver's answer. */
    visitAt: instant("visit_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    unique("fee_receipt_requests_organization_id").on(t.organizationId, t.id),
    // Not unique: a refused one may turn out to be issued after its reference was used again.
    index("fee_receipt_requests_of_reference").on(t.organizationId, t.issuerRut, t.reference),
    index("fee_receipt_requests_of_folio").on(t.organizationId, t.issuerRut, t.folio),
    index("fee_receipt_requests_to_visit")
      .on(t.visitAt)
      .where(sql`${t.visitAt} is not null`),
    index("fee_receipt_requests_newest").on(t.organizationId, t.connectionId, t.id),
    index("fee_receipt_requests_of_day").on(t.organizationId, t.askedOn),
    check("fee_receipt_requests_kind", oneOf(t.kind, feeRequestKinds)),
    check("fee_receipt_requests_state", oneOf(t.state, feeRequestStates)),
    foreignKey({
      name: "fee_receipt_requests_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);

export type RequestRow = typeof feeReceiptRequests.$inferSelect;

/** A reference of a connection that is gone, by what it was: in no form that a caller may write one. */
export function erasedReference(organizationId: string, issuerRut: string, reference: string) {
  const text = [organizationId, issuerRut, reference].join("|");
  return `erased:${createHash("sha256").update(text).digest("hex")}`;
}

const erased = `'erased:' || encode(sha256(convert_to(
      organization_id || '|' || issuer_rut || '|' || reference, 'UTF8')), 'hex')`;

/**
 * A company that is connected again must not reuse a reference, and today's requests count today:
 * that much stays of what may have been issued, and nothing about whom it was for.
 */
export const feeReceiptErasures = [
  droppedWithConnection(
    "fee_receipt_requests",
    "connection_id = $3 and (kind <> 'emision' or state = 'rejected')",
  ),
  blankedWithConnection("fee_receipt_requests", {
    set: `reference = ${erased}, issuer_rut = '', receiver_rut = null, day = '', withheld = 0, net = 0,
      folio = null, bar_code = null, reason = null, visit_at = null`,
    which: "reference not like 'erased:%'",
  }),
];

export const organizationFeeRequestErasures = [droppedWithOrganization("fee_receipt_requests")];

/** With its operation. */
export const feeReceiptPruning = pruning({
  table: "fee_receipt_requests",
  past: `exists (select from operations o where o.id = t.operation_id and ${isOldOperation("o")})`,
});
