import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  lt,
  lte,
  ne,
  not,
  exists,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import type { Orm } from "#lib/db/database.ts";
import { requireReader } from "#lib/identity/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { audit } from "./audit.table.ts";

export type CallRow = Omit<typeof audit.$inferSelect, "organizationId" | "sourceHash">;

/**
 * `ok`, `refused` and `failed` mean every answer below 400, 4xx and 5xx; anything else is one code.
 */
export interface CallFilter {
  actorId?: string | undefined;
  operation?: string | undefined;
  outcome?: string | undefined;
  from: Date;
  to: Date;
}

interface CallPage {
  calls: CallRow[];
  /** The `after` of the next part, if there is one. */
  next: string | null;
}

/** The longest period of one request; of a longer one, its end is used. */
const longestCallsMs = 31 * dayMs;

/** Newest first. A call recorded as started appears once: its end, or its start if it has none. */
export async function listCalls(
  ctx: Context,
  filter: CallFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<CallPage> {
  const rows = await withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    return tx.db.orm
      .select()
      .from(audit)
      .where(matching(tx, filter, after))
      .orderBy(...newestFirst)
      .limit(limit + 1);
  });
  const calls = rows.slice(0, limit).map(toCallRow);
  return { calls, next: rows.length > limit ? placeOf(calls.at(-1)) : null };
}

/** The `after` of the part after the next `count` calls; null when there is none. */
export async function placeBehind(
  ctx: Context,
  filter: CallFilter,
  { count, after }: { count: number; after?: string | undefined },
): Promise<string | null> {
  const rows = await withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    return tx.db.orm
      .select({ at: audit.at, requestId: audit.requestId })
      .from(audit)
      .where(matching(tx, filter, after))
      .orderBy(...newestFirst)
      .offset(count - 1)
      .limit(2);
  });
  return rows.length > 1 ? placeOf(rows[0]) : null;
}

const newestFirst = [desc(audit.at), desc(audit.requestId)];

function matching(
  { db, organization }: InTransaction<Context>,
  { actorId, operation, outcome, from, to }: CallFilter,
  after: string | undefined,
): SQL | undefined {
  const earliest = new Date(Math.max(from.getTime(), to.getTime() - longestCallsMs));
  return and(
    eq(audit.organizationId, organization.id),
    gte(audit.at, earliest),
    lte(audit.at, to),
    after === undefined ? undefined : behind(after),
    actorId === undefined ? undefined : eq(audit.actorId, actorId),
    operation === undefined ? undefined : eq(audit.operation, operation),
    outcome === undefined ? undefined : hasOutcome(outcome),
    or(ne(audit.outcome, "started"), not(hasEnd(db.orm))),
  );
}

/** Everything recorded for one request of this organization, in order. */
export async function callsOfRequest(ctx: Context, requestId: string): Promise<CallRow[]> {
  const rows = await withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    return tx.db.orm
      .select()
      .from(audit)
      .where(and(eq(audit.requestId, requestId), eq(audit.organizationId, ctx.organization.id)))
      .orderBy(asc(audit.at))
      .limit(200);
  });
  return rows.map(toCallRow);
}

const place = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([\w-]{1,80})$/;

/** Whether a text could have come from `next`. */
export function isCallPlace(text: string): boolean {
  const [, at = ""] = place.exec(text) ?? [];
  const ms = Date.parse(at);
  // The database has no year 0 and no 31 February.
  return at > "1" && !Number.isNaN(ms) && new Date(ms).toISOString() === at;
}

function placeOf(row: Pick<CallRow, "at" | "requestId"> | undefined): string | null {
  return row === undefined ? null : `${row.at.toISOString()}~${row.requestId}`;
}

function behind(after: string): SQL {
  const [, at, requestId] = place.exec(after) ?? [];
  if (at === undefined || requestId === undefined) throw new TypeError("no place in the audit");
  return sql`(${audit.at}, ${audit.requestId}) < (${at}::timestamptz, ${requestId})`;
}

function hasOutcome(outcome: string): SQL | undefined {
  switch (outcome) {
    case "ok":
      return lt(audit.httpStatus, 400);
    case "refused":
      return or(gt(audit.calls, 0), and(gte(audit.httpStatus, 400), lt(audit.httpStatus, 500)));
    case "failed":
      return gte(audit.httpStatus, 500);
    default:
      return eq(audit.outcome, outcome);
  }
}

const later = alias(audit, "later");

/** A later row of the same call; within a day, so that only one or two partitions are read. */
function hasEnd(orm: Orm): SQL {
  return exists(
    orm
      .select({ at: later.at })
      .from(later)
      .where(
        and(
          eq(later.organizationId, audit.organizationId),
          eq(later.requestId, audit.requestId),
          eq(later.operation, audit.operation),
          gt(later.at, audit.at),
          sql`${later.at} < ${audit.at} + interval '1 day'`,
        ),
      ),
  );
}

function toCallRow(row: typeof audit.$inferSelect): CallRow {
  const { organizationId: _, sourceHash: __, ...shown } = row;
  return shown;
}
