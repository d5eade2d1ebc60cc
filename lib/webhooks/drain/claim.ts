import type { SystemContext } from "../../db/context.ts";
import type { Statement } from "../../db/database.ts";
import { withIndexTx } from "./by-index.ts";
import { maxAttempts } from "./retry-schedule.ts";

/** Longer than an attempt and the writing down of it: a claim that outlives it made nothing twice. */
export const leaseMs = 60_000;

/** A delivery in a drain's hands. Its token is on the result; a stale one writes nothing. */
export interface ClaimedDelivery {
  organizationId: string;
  endpointId: string;
  id: string;
  token: number;
  /** This one included. */
  attempts: number;
  /** The last attempt was lost with its drain: there is none left to make. */
  spent: boolean;
  /** Since when it was due, as Postgres writes it: for giving it back. */
  dueAt: string;
  url: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
  eventId: string;
  body: string;
}

export interface EndpointRoom {
  endpointId: string;
  /** How many more of its deliveries may be under way. */
  room: number;
}

export const interrupted = "interrupted before the result was known";

/**
 * The attempt is counted here, so that a delivery that kills its drain cannot go on for ever. One
 * that a drain left behind is taken up when its lease is over, and the loss is put on record.
 */
const claim: Statement = {
  name: "webhooks.claim",
  repeatable: false,
  text: `
    with due as materialized (
      select d.* from unnest($1::text[], $2::int[]) as w (endpoint_id, room)
      cross join lateral (
        select ctid, status = 'delivering' as lost, attempts >= $5 as spent,
          next_attempt_at as due_at
        from webhook_deliveries
        where endpoint_id = w.endpoint_id and status in ('pending', 'delivering')
          and next_attempt_at <= $3
        order by next_attempt_at limit w.room for update skip locked
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

/** Takes what is due of these endpoints. No two drains get the same, and neither waits. */
export function claimDeliveries(
  ctx: SystemContext,
  rooms: readonly EndpointRoom[],
): Promise<ClaimedDelivery[]> {
  const now = ctx.clock.now();
  const values = [
    rooms.map(({ endpointId }) => endpointId),
    rooms.map(({ room }) => room),
    now,
    new Date(now.getTime() + leaseMs),
    maxAttempts,
    interrupted,
  ];
  return withIndexTx(ctx, ({ db }) => db.run<ClaimedDelivery>(claim, values));
}
