import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import type { AccountRead, Prueba } from "#lib/contract/index.ts";
import type { RowsSeen } from "#lib/records/index.ts";
import { instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { droppedWithConnection } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";

/** What is known to have been read: one module of a connection, in one period. */
export const coverage = pgTable(
  "coverage",
  {
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    alcance: text().notNull(),
    periodo: text().notNull(),
    status: text({ enum: ["ok", "partial"] }).notNull(),
    incompletos: integer().notNull(),
    /** Per account, where the portal shows one at a time. */
    cuentas: jsonb().$type<Record<string, AccountRead>>(),
    /** When each dataset's rows were last covered; see rows-seen.ts of lib/records. */
    seenAt: jsonb("seen_at").$type<RowsSeen>(),
    /** Whether it adds up; null where the portal gives no sums. */
    prueba: jsonb().$type<Prueba>(),
    /** Some of its rows were not final, so the month is read again now and then. */
    unfinished: boolean().notNull().default(false),
    readAt: instant("read_at").notNull(),
    jobId: text("job_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.alcance, t.periodo] }),
    check("coverage_status", sql`${t.status} in ('ok', 'partial')`),
    foreignKey({
      name: "coverage_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }).onDelete("cascade"),
    organizationWall(),
  ],
);

export const coverageErasures = [droppedWithConnection("coverage")];

export const coveragePruning = pruning({ table: "coverage", past: "t.periodo < $1" });
