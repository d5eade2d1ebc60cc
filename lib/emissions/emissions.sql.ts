import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { actorColumns, bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { emissionKinds, type DteTotals } from "#lib/contract/index.ts";
import { operationStates } from "./states.ts";

/** A document that was previewed and may be emitted, once, by who previewed it. */
export const preparations = pgTable(
  "preparations",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    kind: text({ enum: emissionKinds }).notNull(),
    ...actorColumns(),
    /** What was asked for and how the portal prepared it, sealed: it names people. */
    document: bytes().notNull(),
    /** Of the document as the portal normalised it; absent until it has. */
    documentHash: text("document_hash"),
    issuerRevision: text("issuer_revision"),
    tipoDte: integer("tipo_dte").notNull(),
    totals: jsonb().$type<DteTotals>(),
    /** The document that an annulment is about: `33|120`. */
    target: text(),
    state: text({ enum: ["pending", "confirmed", "consumed"] }).notNull(),
    /** The person who allows others to emit it. */
    confirmedBy: text("confirmed_by"),
    /** The person who said that nobody emits it, its maker neither. */
    rejectedBy: text("rejected_by"),
    /** When somebody else first asked to emit it. */
    confirmationAskedAt: instant("confirmation_asked_at"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    unique("preparations_organization_id").on(t.organizationId, t.id),
    index("preparations_live").on(t.organizationId, t.expiresAt),
    index("preparations_of_target")
      .on(t.connectionId, t.target)
      .where(sql`${t.target} is not null`),
    check("preparations_kind", sql`${t.kind} in ('dte', 'anulacion', 'boleta')`),
    check("preparations_state", sql`${t.state} in ('pending', 'confirmed', 'consumed')`),
    foreignKey({
      name: "preparations_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }).onDelete("cascade"),
    organizationWall(),
  ],
);

/**
 * The ledger: one row for each emission under a key. `crossed` is the barrier: it is committed
 * before the document is sent, by the holder of the token, and nothing crosses it twice.
 */
export const operations = pgTable(
  "operations",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    connector: text().notNull(),
    /** Who issues: a company has one list and one row of folios, for all that act for it here. */
    rut: text().notNull(),
    kind: text({ enum: emissionKinds }).notNull(),
    toolId: text("tool_id").notNull(),
    preparationId: text("preparation_id").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    operationRequestId: text("operation_request_id").notNull(),
    ...actorColumns(),
    fingerprint: bytes().notNull(),
    inputHash: text("input_hash").notNull(),
    /** Names type, receiver, date and total: what the authority's list can be searched for. */
    looksLike: text("looks_like").notNull(),
    documentHash: text("document_hash").notNull(),
    tipoDte: integer("tipo_dte").notNull(),
    target: text(),
    state: text({ enum: operationStates }).notNull(),
    jobId: text("job_id").notNull(),
    /** The claim of the worker that may cross. */
    token: integer().notNull(),
    /** What the authority listed as issued before the barrier. */
    knownFolios: bigint("known_folios", { mode: "number" }).array(),
    /** The answer as it was given, sealed; dropped when its term is over. */
    outcome: bytes(),
    outcomeExpiresAt: instant("outcome_expires_at"),
    errorCode: text("error_code"),
    /** Up to 10^10. */
    folio: bigint({ mode: "number" }),
    /** The document itself, sealed, once it was asked for. */
    pdf: bytes(),
    receipt: text(),
    barrierAt: instant("barrier_at"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
    /** When the authority's list is to be looked at again. */
    lookAgainAt: instant("look_again_at"),
  },
  (t) => [
    unique("operations_organization_id").on(t.organizationId, t.id),
    // Of several under one key all but the last were released: `idempotency_keys` sees to that.
    index("operations_of_key").on(t.organizationId, t.idempotencyKey),
    uniqueIndex("operations_one_per_preparation")
      .on(t.preparationId)
      .where(sql`${t.state} <> 'released'`),
    uniqueIndex("operations_one_per_folio")
      .on(t.connector, t.rut, t.tipoDte, t.folio)
      .where(sql`${t.folio} is not null`),
    uniqueIndex("operations_one_per_target")
      .on(t.connectionId, t.target)
      .where(sql`${t.target} is not null and ${t.state} not in ('released', 'rejected')`),
    index("operations_of_look")
      .on(t.connector, t.rut, t.looksLike)
      .where(sql`${t.state} in ('crossed', 'unknown')`),
    index("operations_open")
      .on(t.lookAgainAt)
      .where(sql`${t.state} in ('queued', 'running', 'crossed', 'unknown')`),
    index("operations_expiring")
      .on(t.outcomeExpiresAt)
      .where(sql`${t.outcome} is not null`),
    check(
      "operations_state",
      sql`${t.state} in ('queued', 'running', 'crossed', 'emitted', 'rejected', 'unknown', 'released')`,
    ),
    check(
      "operations_barrier",
      sql`(${t.barrierAt} is not null) = (${t.state} in ('crossed', 'emitted', 'rejected', 'unknown'))`,
    ),
    foreignKey({
      name: "operations_preparation",
      columns: [t.organizationId, t.preparationId],
      foreignColumns: [preparations.organizationId, preparations.id],
    }),
    foreignKey({
      name: "operations_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);

/** Each external step before it was taken, and what was seen when the authority's list was read. */
export const operationEvidence = pgTable(
  "operation_evidence",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    operationId: text("operation_id").notNull(),
    token: integer().notNull(),
    step: text().notNull(),
    /** Counts and folios alone; nothing that the portal wrote. */
    found: jsonb().$type<ListFinding | AnswerFinding>(),
    at: instant("at").notNull(),
  },
  (t) => [
    index("operation_evidence_of").on(t.operationId, t.at, t.id),
    foreignKey({
      name: "operation_evidence_operation",
      columns: [t.organizationId, t.operationId],
      foreignColumns: [operations.organizationId, operations.id],
    }).onDelete("cascade"),
    organizationWall(),
  ],
);

/** What the portal said of itself when the document was sent. */
export type AnswerFinding = { folio: number } | { refused: "content" | "signature" };

export interface ListFinding {
  listed: number;
  matching: number;
  /** Of the matching ones, those that were not known before and are nobody else's. */
  candidates: number;
}

/** How a connection's issuer is shown on its documents. */
export const issuerProfiles = pgTable(
  "issuer_profiles",
  {
    connectionId: text("connection_id").primaryKey(),
    organizationId: organizationId(),
    activity: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    /** Names the profile; a preparation is bound to it. */
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

export type PreparationRow = typeof preparations.$inferSelect;
export type OperationRow = typeof operations.$inferSelect;
