import { eq } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { audit } from "./audit.table.ts";
import { randomUUID } from "node:crypto";
import type { Actor } from "#lib/db/actors.ts";
import type { Queries, Statement } from "#lib/db/database.ts";
import { errorEntry } from "#lib/kernel/errors/index.ts";
import type { CallSource } from "./source.ts";
import {
  countForEach,
  countInFreeSlot,
  countWithinQuota,
  type CountedCall,
} from "#lib/limits/index.ts";

/** Who did what, when, and how it ended. Never what was sent, answered or used to log in. */
export interface CallRecord {
  requestId: string;
  organizationId: string;
  at: Date;
  plane: "action" | "control";
  operation: string;
  operationRequestId: string | null;
  actor: Pick<Actor, "kind" | "id"> & Partial<Pick<Actor, "onBehalfOf" | "clientId">>;
  connectionId: string | null;
  outcome: string;
  httpStatus: number | null;
  latencyMs: number;
  idempotency: string | null;
  traceLabel: string | null;
  clientLabel: string | null;
  /** The month to count the call in, when it counts against its connection's quota. */
  countedIn: string | null;
  /** The connections to count it for, when it named several; `connectionId` is then null. */
  countedFor?: readonly string[];
  source: CallSource | null;
  /** 1 by default. */
  calls?: number;
}

const columns = [
  "request_id",
  "organization_id",
  "at",
  "plane",
  "operation",
  "operation_request_id",
  "actor_kind",
  "actor_id",
  "connection_id",
  "outcome",
  "http_status",
  "latency_ms",
  "idempotency",
  "trace_label",
  "client_label",
  "source_network",
  "source_hash",
  "calls",
  "on_behalf_of",
  "client_id",
] as const;
type Column = (typeof columns)[number];

/** The columns as parameters `$1` and so on, unless another value is given. */
function rowWith(others: Partial<Record<Column, string>>): string {
  const values = columns.map((column, n) => others[column] ?? `$${n + 1}`);
  return `insert into audit (${columns.join(", ")}) select ${values.join(", ")}`;
}

const counted: CountedCall = { connection: "$9", periodo: "$21", slot: "$22" };

/**
 * Writes the audit row and counts the call in any counter slot that is not locked. Everything
 * depends on `scope`, so the policies' setting is made before a protected table is touched.
 */
const insertRecord = (counting: string): string => `
    with scope as materialized (select set_config('app.org_id', $2, true) as org),
    ${counting}
    ${rowWith({ organization_id: "scope.org" })} from scope`;

/**
 * For a read near the end of its quota. If the quota turns out to be used up, the call is recorded
 * as refused and its answer is withheld.
 */
const recordLast: Statement = {
  name: "audit.record_last",
  repeatable: false,
  text: `
    with scope as materialized (select set_config('app.org_id', $2, true) as org),
    ${countWithinQuota(counted, "$23")},
    held as (select exists (select from counted) as held),
    noted as (
      ${rowWith({
        organization_id: "scope.org",
        outcome: "case when held then $10 else 'quota_exceeded' end",
        http_status: "case when held then $11::int else $24 end",
        idempotency: "case when held then $13 end",
      })}
      from scope cross join held
    )
    select held from held`,
};

const record: Statement = {
  name: "audit.record",
  repeatable: false,
  text: insertRecord(countInFreeSlot(counted)),
};
const onRecord: Statement = {
  name: "audit.on_record",
  repeatable: true,
  text: `
    with scope as materialized (select set_config('app.org_id', $1, true) as org)
    select exists (
      select from audit
      where organization_id = scope.org and request_id = $2 and at = $3 and operation = $4
    ) as kept from scope`,
};

/** Calls of one organization, each counted for every connection it named. */
const recordTogether: Statement = {
  name: "audit.record_together",
  repeatable: false,
  text: `
    with scope as materialized (select set_config('app.org_id', $1, true) as org),
    ${countForEach({ connections: "$2", periodos: "$3", calls: "$4", slot: "$5" })}
    insert into audit (${columns.join(", ")})
    select ${columns.map((column) => `r.${column}`).join(", ")}
    from scope cross join lateral json_populate_recordset(null::audit, $6) r
    where r.organization_id = scope.org`,
};

/** A further row of the same call must be later than its earlier ones: the newest counts. */
export async function recordCall(db: Queries, call: CallRecord): Promise<void> {
  if (namesSeveral(call)) await recordCalls(db, call.organizationId, [call]);
  else await db.run(record, valuesOf(call, randomUUID()));
}

/** All of them in one statement, or none. */
export async function recordCalls(
  db: Queries,
  organizationId: string,
  calls: readonly CallRecord[],
): Promise<void> {
  const counts = countsOf(calls);
  const rows = calls.map((call) => {
    const values = rowOf(call);
    return Object.fromEntries(columns.map((column, n) => [column, values[n]]));
  });
  await db.run(recordTogether, [
    organizationId,
    counts.map(({ connection }) => connection),
    counts.map(({ periodo }) => periodo),
    counts.map(({ calls: number }) => number),
    randomUUID(),
    JSON.stringify(rows),
  ]);
}

/** Whether a row that was sent was stored, and its call counted, although the answer was lost. */
export async function isOnRecord(db: Queries, call: CallRecord): Promise<boolean> {
  const values = [call.organizationId, call.requestId, call.at, call.operation];
  const [row] = await db.run<{ kept: boolean }>(onRecord, values);
  return row?.kept === true;
}

const namesSeveral = ({ countedFor = [] }: CallRecord): boolean => countedFor.length > 0;

interface Count {
  connection: string;
  periodo: string;
  calls: number;
}

function countsOf(calls: readonly CallRecord[]): Count[] {
  const counts = new Map<string, Count>();
  for (const { connectionId, countedFor = [], countedIn: periodo } of calls) {
    if (periodo === null) continue;
    for (const connection of connectionId === null ? countedFor : [connectionId]) {
      const key = `${connection}|${periodo}`;
      const count = counts.get(key) ?? { connection, periodo, calls: 0 };
      count.calls += 1;
      counts.set(key, count);
    }
  }
  return [...counts.values()];
}

/** False when the quota was used up: the call is then recorded as refused. */
export async function recordLastCall(
  db: Queries,
  call: CallRecord & { connectionId: string; countedIn: string },
  limit: number,
): Promise<boolean> {
  const slot = `${call.connectionId}|${call.countedIn}`;
  const refused = errorEntry("quota_exceeded").status;
  const values = [...valuesOf(call, slot), limit, refused];
  const [row] = await db.run<{ held: boolean }>(recordLast, values);
  return row?.held === true;
}

function valuesOf(call: CallRecord, slot: string): unknown[] {
  return [...rowOf(call), call.countedIn, slot];
}

/** In the order of `columns`. */
function rowOf(call: CallRecord): unknown[] {
  return [
    call.requestId,
    call.organizationId,
    call.at,
    call.plane,
    call.operation,
    call.operationRequestId,
    call.actor.kind,
    call.actor.id,
    call.connectionId,
    call.outcome,
    call.httpStatus,
    call.latencyMs,
    call.idempotency,
    call.traceLabel,
    call.clientLabel,
    call.source?.network ?? null,
    call.source === null ? null : `\\x${call.source.hash.toString("hex")}`,
    call.calls ?? null,
    call.actor.onBehalfOf ?? null,
    call.actor.clientId ?? null,
  ];
}

/** The outcome of one request, per operation, in any organization. For operators. */
export async function findCalls(ctx: SystemContext, requestId: string) {
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm.select().from(audit).where(eq(audit.requestId, requestId)).orderBy(audit.at),
  );
  // The end of a call that was recorded as started is a later row of it.
  return [...new Map(rows.map((row) => [`${row.organizationId}|${row.operation}`, row])).values()];
}
