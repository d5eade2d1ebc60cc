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
  /** The connections to count it for, where it named several; `connectionId` is then null. */
  countedFor?: readonly string[];
  source: CallSource | null;
  /** One unless told. */
  calls?: number;
}

const counted: CountedCall = { connection: "$9", periodo: "$16", slot: "$17" };

/**
 * The audit row, and the call counted in any slot that nobody holds. Everything hangs on `scope`,
 * so the policies' setting is made before a walled table is touched.
 */
const insertRecord = (counting: string): string => `
    with scope as materialized (select set_config('app.org_id', $2, true) as org),
    ${counting}
    insert into audit (request_id, organization_id, at, plane, operation, operation_request_id,
      actor_kind, actor_id, connection_id, outcome, http_status, latency_ms, idempotency,
      trace_label, client_label, source_network, source_hash, calls, on_behalf_of, client_id)
    select $1, scope.org, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $18, $19, $20,
      $21, $22
    from scope`;

/**
 * A read among the last calls of its quota. One that finds the quota used up is put on record as
 * refused, and its answer is not given.
 */
const recordLast: Statement = {
  name: "audit.record_last",
  repeatable: false,
  text: `
    with scope as materialized (select set_config('app.org_id', $2, true) as org),
    ${countWithinQuota(counted, "$23")},
    held as (select exists (select from counted) as held),
    noted as (
      insert into audit (request_id, organization_id, at, plane, operation, operation_request_id,
        actor_kind, actor_id, connection_id, outcome, http_status, latency_ms, idempotency,
        trace_label, client_label, source_network, source_hash, calls, on_behalf_of, client_id)
      select $1, scope.org, $3, $4, $5, $6, $7, $8, $9,
        case when held then $10 else 'quota_exceeded' end, case when held then $11::int else $24 end,
        $12, $13, $14, $15, $18, $19, $20, $21, $22
      from scope cross join held
    )
    select held from held`,
};

const record: Statement = {
  name: "audit.record",
  repeatable: false,
  text: insertRecord(countInFreeSlot(counted)),
};
const recordForEach: Statement = {
  name: "audit.record_for_each",
  repeatable: false,
  text: insertRecord(countForEach("$23", counted)),
};

/** A further row of the same call is later than the ones before it: the newest counts. */
export async function recordCall(db: Queries, call: CallRecord): Promise<void> {
  const values = valuesOf(call, randomUUID());
  const { countedFor = [] } = call;
  if (countedFor.length === 0) await db.run(record, values);
  else await db.run(recordForEach, [...values, countedFor]);
}

/** False when the quota was used up: it is then recorded as refused. */
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
    call.countedIn,
    slot,
    call.source?.network ?? null,
    call.source?.hash ?? null,
    call.calls ?? null,
    call.actor.onBehalfOf ?? null,
    call.actor.clientId ?? null,
  ];
}

/** What one request came to, by its operations, of any organization. For operators. */
export async function findCalls(ctx: SystemContext, requestId: string) {
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm.select().from(audit).where(eq(audit.requestId, requestId)).orderBy(audit.at),
  );
  // The end of a call that was put on record as started is a later row of it.
  return [...new Map(rows.map((row) => [`${row.organizationId}|${row.operation}`, row])).values()];
}
