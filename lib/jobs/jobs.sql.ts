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
import {
  actorColumns,
  claimColumns,
  bytes,
  instant,
  oneOf,
  organizationId,
  organizationWall,
} from "#lib/db/columns.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { links } from "#lib/links/links.sql.ts";
import {
  jobStatuses,
  jobTriggers,
  type ModuleProgress,
  type SyncOutcome,
} from "#lib/contract/index.ts";
import { jobKinds } from "./job.ts";
import { droppedWithConnection, droppedWithOrganization } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";

/**
 * Work that logs in to a portal. The row is the truth; a queue message only wakes a worker up. The
 * partial unique indexes are the concurrency rules: a job that breaks one has to wait.
 */
export const syncJobs = pgTable(
  "sync_jobs",
  {
    id: text().primaryKey(),
    organizationId: organizationId().references(() => organizations.id),
    /** Null while a link has made no connection yet. */
    connectionId: text("connection_id"),
    linkId: text("link_id"),
    kind: text({ enum: jobKinds }).notNull(),
    /**
     * What a job of the ledger works on: a preparation, an operation, or the time since when marks
     * are searched.
     */
    targetId: text("target_id"),
    connector: text().notNull(),
    alcances: text().array().notNull(),
    periodo: text(),
    trigger: text({ enum: jobTriggers }).notNull(),
    status: text({ enum: jobStatuses }).notNull(),
    /** What a running job is doing, for people who wait. */
    step: text(),
    outcomes: jsonb().$type<SyncOutcome[]>().notNull(),
    /** By module, for people who watch. Null until a worker has begun with one. */
    progress: jsonb().$type<Record<string, ModuleProgress>>(),
    recordsSynced: integer("records_synced"),
    lastError: text("last_error").$type<ErrorCode>(),
    /** What a verification found. */
    result: jsonb().$type<Record<string, unknown>>(),
    /** The question of a live job, sealed; dropped at its end. */
    asked: bytes(),
    /** Its answer, sealed, until its caller reads it. */
    answer: bytes(),
    /** Question and answer are kept no longer than this. */
    answerExpiresAt: instant("answer_expires_at"),
    /** False where the system has no sessions: such jobs never block one another. */
    exclusive: boolean().notNull().default(true),
    ...claimColumns(),
    leaseUntil: instant("lease_until"),
    loginIdentity: bytes("login_identity"),
    notBefore: instant("not_before").notNull(),
    /** When housekeeping last woke a worker for it. */
    wokenAt: instant("woken_at"),
    requestId: text("request_id").notNull(),
    ...actorColumns(),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    uniqueIndex("sync_jobs_one_running_per_connection")
      .on(t.connectionId)
      .where(sql`${t.status} = 'running' and ${t.exclusive}`),
    uniqueIndex("sync_jobs_one_session_per_login")
      .on(t.loginIdentity)
      .where(sql`${t.status} = 'running' and ${t.exclusive}`),
    uniqueIndex("sync_jobs_one_active_per_period")
      .on(t.connectionId, t.periodo)
      .where(sql`${t.kind} = 'sync' and ${t.status} in ('queued', 'running')`),
    index("sync_jobs_newest").on(t.organizationId, t.createdAt, t.id),
    index("sync_jobs_open")
      .on(t.notBefore)
      .where(sql`${t.status} in ('queued', 'running')`),
    index("sync_jobs_answers")
      .on(t.answerExpiresAt)
      .where(sql`${t.answerExpiresAt} is not null`),
    index("sync_jobs_of_connection").on(t.connectionId, t.createdAt),
    index("sync_jobs_ended")
      .on(t.finishedAt)
      .where(sql`${t.finishedAt} is not null`),
    // A link can be dropped once no job names it.
    index("sync_jobs_of_link")
      .on(t.linkId)
      .where(sql`${t.linkId} is not null`),
    check("sync_jobs_kind", oneOf(t.kind, jobKinds)),
    index("sync_jobs_of_target")
      .on(t.targetId)
      .where(sql`${t.targetId} is not null`),
    check("sync_jobs_status", oneOf(t.status, jobStatuses)),
    foreignKey({
      name: "sync_jobs_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    foreignKey({
      name: "sync_jobs_link",
      columns: [t.organizationId, t.linkId],
      foreignColumns: [links.organizationId, links.id],
    }),
    organizationWall(),
  ],
);

export type JobRow = typeof syncJobs.$inferSelect;

/** What a failed job saw, redacted and sealed, for some days. */
export const evidence = pgTable(
  "evidence",
  {
    jobId: text("job_id").notNull(),
    attempt: integer().notNull(),
    organizationId: organizationId(),
    reason: text().notNull(),
    sealed: bytes().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.attempt] }),
    index("evidence_expiring").on(t.expiresAt),
    organizationWall(),
  ],
);

/** A login that made the connection, or tried to, belongs to its link. */
const ofConnection = `(connection_id = $3 or link_id in (select id from links where connection_id = $3))`;

/**
 * Before the links, which jobs refer to. The login ledger contains no names, and decides for
 * everybody.
 */
export const jobErasures = [
  droppedWithConnection(
    "evidence",
    `job_id in (select id from sync_jobs where organization_id = $1 and ${ofConnection})`,
  ),
  droppedWithConnection("sync_jobs", ofConnection),
];
export const organizationJobErasures = [
  droppedWithOrganization("evidence"),
  droppedWithOrganization("sync_jobs"),
];

export const jobPruning = pruning({ table: "sync_jobs", past: "t.finished_at < $1" });
