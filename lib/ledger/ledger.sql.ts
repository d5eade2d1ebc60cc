import { eq, inArray, sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import {
  actorColumns,
  bytes,
  instant,
  oneOf,
  organizationId,
  organizationWall,
} from "#lib/db/columns.ts";
import { documentKinds, type DteTotals } from "#lib/contract/index.ts";
import { operationKinds, operationStates, undecidedStates } from "./states.ts";

/** A previewed document, which its maker may issue once. */
export const preparations = pgTable(
  "preparations",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    kind: text({ enum: documentKinds }).notNull(),
    ...actorColumns(),
    /** What was asked for and how the portal prepared it, sealed: it names people. */
    document: bytes().notNull(),
    /** Hash of the document as the portal normalised it; null until it has. */
    documentHash: text("document_hash"),
    issuerRevision: text("issuer_revision"),
    /** Set for tax documents only. */
    tipoDte: integer("tipo_dte"),
    totals: jsonb().$type<DteTotals>(),
    /** The document that an annulment is about: `33|120`. */
    target: text(),
    state: text({ enum: ["pending", "confirmed", "consumed"] }).notNull(),
    /** The person who allows others to issue it. */
    confirmedBy: text("confirmed_by"),
    /** The person who decided that nobody may issue it, not even its maker. */
    rejectedBy: text("rejected_by"),
    /** When somebody else first asked to issue it. */
    confirmationAskedAt: instant("confirmation_asked_at"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    unique("preparations_organization_id").on(t.organizationId, t.id),
    index("preparations_live").on(t.organizationId, t.expiresAt),
    index("preparations_unused")
      .on(t.expiresAt)
      .where(sql`${t.state} <> 'consumed'`),
    index("preparations_of_target")
      .on(t.connectionId, t.target)
      .where(sql`${t.target} is not null`),
    check("preparations_kind", oneOf(t.kind, documentKinds)),
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
 * The ledger: one row for each thing that is done under a key and cannot be undone. `crossed` is
 * the barrier: it is committed before anything is sent, by the holder of the token, and nothing
 * crosses it twice.
 */
export const operations = pgTable(
  "operations",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    connector: text().notNull(),
    /**
     * Who acts: a company has one list of what it did, across everybody who acts for it here. Each
     * mail account of a company acts by itself.
     */
    companyRut: text("rut").notNull(),
    kind: text({ enum: operationKinds }).notNull(),
    toolId: text("tool_id").notNull(),
    /** Null where no separate tool previews it. */
    preparationId: text("preparation_id"),
    /** For acts that store requests of their own: `hon_`, `carp_`. */
    subjectId: text("subject_id"),
    idempotencyKey: text("idempotency_key").notNull(),
    operationRequestId: text("operation_request_id").notNull(),
    ...actorColumns(),
    fingerprint: bytes().notNull(),
    inputHash: text("input_hash").notNull(),
    /** The search key for the portal's list: a document's type, receiver, date and total. */
    looksLike: text("looks_like").notNull(),
    documentHash: text("document_hash").notNull(),
    tipoDte: integer("tipo_dte"),
    target: text(),
    /**
     * What is to be done where nothing was prepared, sealed; dropped with the answer, or once
     * nothing will be done.
     */
    asked: bytes(),
    state: text({ enum: operationStates }).notNull(),
    jobId: text("job_id").notNull(),
    /** The claim of the worker that may cross. */
    token: integer().notNull(),
    /** The names of what was listed before the barrier and is alike. */
    known: text().array(),
    /** The answer as it was given, sealed; dropped when its term is over. */
    outcome: bytes(),
    outcomeExpiresAt: instant("outcome_expires_at"),
    errorCode: text("error_code"),
    /**
     * The name under which the portal lists it: a folio, a bar code, a folder's code, a message's
     * id.
     */
    externalRef: text("external_ref"),
    /** The name, if it is a number for people. Up to 10^10. */
    folio: bigint({ mode: "number" }),
    receipt: text(),
    barrierAt: instant("barrier_at"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
    /** When the portal is to be asked for it again. */
    lookAgainAt: instant("look_again_at"),
    /** Since when a person has decided that this unknown one holds no other one back. */
    setAsideAt: instant("set_aside_at"),
  },
  (t) => [
    unique("operations_organization_id").on(t.organizationId, t.id),
    // All but the last of several under one key were released: `idempotency_keys` ensures that.
    index("operations_of_key").on(t.organizationId, t.idempotencyKey),
    uniqueIndex("operations_one_per_preparation")
      .on(t.preparationId)
      .where(sql`${t.state} <> 'released'`),
    uniqueIndex("operations_one_per_name")
      .on(t.connector, t.companyRut, sql`coalesce(${t.tipoDte}::text, ${t.kind})`, t.externalRef)
      .where(sql`${t.externalRef} is not null`),
    // A system may name its documents otherwise: a folio is one document's too.
    uniqueIndex("operations_one_per_folio")
      .on(t.connector, t.companyRut, t.tipoDte, t.folio)
      .where(sql`${t.folio} is not null`),
    uniqueIndex("operations_one_per_target")
      .on(t.connectionId, t.target)
      .where(sql`${t.target} is not null and ${t.state} not in ('released', 'rejected')`),
    index("operations_of_look")
      .on(t.connector, t.companyRut, t.looksLike)
      .where(sql`${t.state} in ('crossed', 'unknown')`),
    index("operations_open")
      .on(t.lookAgainAt)
      .where(sql`${t.state} in ('queued', 'running', 'crossed', 'unknown')`),
    index("operations_by_age").on(t.createdAt),
    index("operations_expiring")
      .on(t.outcomeExpiresAt)
      .where(sql`${t.outcomeExpiresAt} is not null`),
    check("operations_state", oneOf(t.state, operationStates)),
    check(
      "operations_barrier",
      sql`(${t.barrierAt} is not null) = (${t.state} in ('crossed', 'done', 'rejected', 'unknown'))`,
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

export const isDone = eq(operations.state, "done");
export const isUndecided = inArray(operations.state, undecidedStates);

/** The files of what was done, each version as it was fetched. */
export const operationFiles = pgTable(
  "operation_files",
  {
    organizationId: organizationId(),
    operationId: text("operation_id").notNull(),
    /** The act's name for it: `pdf`. */
    kind: text().notNull(),
    version: integer().notNull(),
    sha256: text().notNull(),
    sizeBytes: integer("bytes").notNull(),
    sealed: bytes().notNull(),
    createdAt: instant("created_at").notNull(),
    /** Null means as long as its operation. */
    expiresAt: instant("expires_at"),
  },
  (t) => [
    primaryKey({ columns: [t.operationId, t.kind, t.version] }),
    unique("operation_files_organization_id").on(
      t.organizationId,
      t.operationId,
      t.kind,
      t.version,
    ),
    index("operation_files_expiring")
      .on(t.expiresAt)
      .where(sql`${t.expiresAt} is not null`),
    foreignKey({
      name: "operation_files_operation",
      columns: [t.organizationId, t.operationId],
      foreignColumns: [operations.organizationId, operations.id],
    }).onDelete("cascade"),
    organizationWall(),
  ],
);

/** Each external step before it was taken, and what was seen when the portal's list was read. */
export const operationEvidence = pgTable(
  "operation_evidence",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    operationId: text("operation_id").notNull(),
    token: integer().notNull(),
    step: text().notNull(),
    /** Only counts and names; nothing else that the portal wrote. */
    found: jsonb().$type<Finding>(),
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

/** What the portal answered when it was sent: under which number, or under which other name. */
export type AnswerFinding = { folio: number } | { name: string } | { refused: string };

/** `noted` is the portal's name for it, where an act needs it later. */
export type Finding = ListFinding | AnswerFinding | { noted: string };

export interface ListFinding {
  listed: number;
  matching: number;
  /** The matching ones that were not known before and belong to nobody else. */
  candidates: number;
}

export type PreparationRow = typeof preparations.$inferSelect;
export type OperationRow = typeof operations.$inferSelect;
