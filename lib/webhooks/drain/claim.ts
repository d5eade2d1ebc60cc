import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { leaseMs, maxDeliveryAttempts } from "./policy.ts";

/**
 * A system transaction that always uses indexes, whatever the planner prefers. Every table in a
 * drain's statements is reached by one, a few rows at a time; with outdated statistics of a grown
 * queue, the planner would read and sort all of it: 2 ms become 500.
 */
export function withIndexTx<C extends SystemContext, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction("*", (db) => work({ ...ctx, db }), "by_index");
}

/** A delivery held by a drain. Its token is in the result; a stale one writes nothing. */
export interface ClaimedDelivery {
  organizationId: string;
  endpointId: string;
  id: string;
  token: number;
  /** Including this one. */
  attempts: number;
  /** The last attempt was lost with its drain: there is none left. */
  spent: boolean;
  /** Since when it was due, as Postgres writes it: for releasing it. */
  dueAt: string;
  url: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
  eventId: string;
  body: string;
}

export interface EndpointSlots {
  endpointId: string;
  /** How many more of its deliveries may be in progress. */
  slots: number;
}

export const interrupted = "interrupted before the result was known";

/**
 * Counts the attempt here, so that a delivery that kills its drain cannot go on for ever. A
 * delivery that a drain left behind is claimed when its lease is over, and the loss is recorded.
 */
const claim: Statement = {
  name: "webhooks.claim",
  repeatable: false,
  text: `
    with due as materialized (
      select d.* from unnest($1::text[], $2::int[]) as w (endpoint_id, slots)
      cross join lateral (
        select ctid, status = 'delivering' as lost, attempts >= $5 as spent,
          next_attempt_at as due_at
        from webhook_deliveries
        where endpoint_id = w.endpoint_id and status in ('pending', 'delivering')
          and next_attempt_at <= $3
        order by next_attempt_at limit w.slots for update skip locked
      ) d
    ),
    taken as (
      -- One that changed since the statement began is locked, not found, and left for the next.
      update webhook_deliveries d
      set status = 'delivering', token = d.token + 1, next_attempt_at = $4, updated_at = $3,
        attempts = d.attempts + case when due.spent then 0 else 1 end
      from due where d.ctid = due.ctid
      returning d.organization_id, d.endpoint_id, d.id, d.event_id, d.token, d.attempts,
        due.lost, due.spent, due.due_at
    ),
    loss as (
      insert into webhook_attempts (organization_id, endpoint_id, delivery_id, token, error)
      select organization_id, endpoint_id, id, token - 1, $6 from taken where lost and not spent
    )
    select t.organization_id as "organizationId", t.endpoint_id as "endpointId", t.id, t.token,
      t.attempts, t.spent, t.due_at::text as "dueAt", p.url, p.secret,
      p.previous_secret as "previousSecret", p.previous_until as "previousUntil",
      e.id as "eventId", e.body
    from taken t
    -- On its own, so that it is found by the whole key and not by the organization alone.
    cross join lateral (
      select * from webhook_endpoints
      where organization_id = t.organization_id and id = t.endpoint_id offset 0
    ) p
    join webhook_events e on e.organization_id = t.organization_id and e.id = t.event_id`,
};

/** Claims what is due for these endpoints. No two drains get the same, and neither waits. */
export function claimDeliveries(
  ctx: SystemContext,
  asked: readonly EndpointSlots[],
): Promise<ClaimedDelivery[]> {
  const now = ctx.clock.now();
  const values = [
    asked.map(({ endpointId }) => endpointId),
    asked.map(({ slots }) => slots),
    now,
    new Date(now.getTime() + leaseMs),
    maxDeliveryAttempts,
    interrupted,
  ];
  return withIndexTx(ctx, ({ db }) => db.run<ClaimedDelivery>(claim, values));
}

/**
 * The next delivery of each endpoint, in one index step however many are waiting: one endpoint's
 * backlog costs the others nothing.
 */
const firstOfEachEndpoint = `first as (
      (select endpoint_id, next_attempt_at from webhook_deliveries
        where status in ('pending', 'delivering')
        order by endpoint_id, next_attempt_at limit 1)
      union all
      select n.endpoint_id, n.next_attempt_at
      from first f cross join lateral (
        select endpoint_id, next_attempt_at from webhook_deliveries
        where status in ('pending', 'delivering') and endpoint_id > f.endpoint_id
        order by endpoint_id, next_attempt_at limit 1
      ) n
    )`;

/** In random order, so that concurrent drains do not all start with the same endpoints. */
const findBusy: Statement = {
  name: "webhooks.busy_endpoints",
  repeatable: true,
  text: `
    with recursive ${firstOfEachEndpoint}
    select endpoint_id as "endpointId" from first where next_attempt_at <= $1
    order by random() limit 5000`,
};

/** The endpoints that have something due. */
export async function busyEndpoints(ctx: SystemContext): Promise<string[]> {
  const rows = await withIndexTx(ctx, ({ db }) =>
    db.run<{ endpointId: string }>(findBusy, [ctx.clock.now()]),
  );
  return rows.map(({ endpointId }) => endpointId);
}

const findOldest: Statement = {
  name: "webhooks.oldest_due",
  repeatable: true,
  text: `
    with recursive ${firstOfEachEndpoint}
    select min(next_attempt_at) as "dueAt" from first where next_attempt_at <= $1`,
};

/** How long the oldest due delivery has been waiting; 0 when none is due. */
export async function oldestDueSeconds(ctx: SystemContext): Promise<number> {
  const now = ctx.clock.now();
  const [row] = await withIndexTx(ctx, ({ db }) =>
    db.run<{ dueAt: Date | null }>(findOldest, [now]),
  );
  const dueAt = row?.dueAt ?? now;
  return Math.round((now.getTime() - dueAt.getTime()) / 1000);
}
