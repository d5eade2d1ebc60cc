import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { firstIdAt } from "#lib/kernel/ids.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import { endpointRow, toEndpoint, type Endpoint } from "./endpoints/endpoint.ts";
import { testEventType, type EventType } from "./event-types.ts";

/**
 * The events searched for one part: one for an endpoint that missed nothing for a year costs as
 * much.
 */
const lookedThrough = 1_000;

/** An event since the endpoint exists, which it wants and which never arrived. */
export interface MissedEvent {
  eventId: string;
  type: EventType;
  at: Date;
  /** The delivery that failed; null when none was made. */
  deliveryId: string | null;
}

interface MissedPart {
  endpoint: Endpoint;
  missed: MissedEvent[];
  /** The `after` of the next part, which may exist even if this one is empty. */
  next: string | null;
}

type Row = Omit<MissedEvent, "eventId"> & { eventId: string | null; lookedTo: string | null };

const find: Statement = {
  name: "webhooks.missed",
  repeatable: true,
  text: `
    with looked as (
      select id, type, connection_id, created_at from webhook_events
      where organization_id = $1 and id >= $3 and ($4::text is null or id < $4)
      order by id desc limit $5
    ),
    missed as (
      select e.id as event_id, e.type, e.created_at, d.id as delivery_id
      from looked e
      left join lateral (
        -- One at a time by its key: the planner would rather read the whole table.
        select id, status from webhook_deliveries
        where organization_id = $1 and endpoint_id = $2 and event_id = e.id limit 1
      ) d on true
      where e.type <> $6 and ($7::text[] = '{}' or e.type = any($7))
        and ($8::text is null or e.connection_id = $8)
        -- Asked of what did not arrive alone: one of a deleted connection is nobody's any more.
        and case when d.id is null or d.status = 'failed' then
          e.connection_id is null or exists (select from connections c where c.id = e.connection_id)
        end
      order by e.id desc limit $9
    )
    select m.event_id as "eventId", m.type, m.created_at as at, m.delivery_id as "deliveryId",
      l.looked_to as "lookedTo"
    from (select case when count(*) = $5 then min(id) end as looked_to from looked) l
    left join missed m on true
    order by m.event_id desc`,
};

/** Newest first, without tests. */
export function listMissed(
  ctx: Context,
  endpointId: string,
  { limit, after }: { limit: number; after: string | null },
): Promise<MissedPart> {
  return withTx(ctx, async (tx) => {
    const row = await endpointRow(tx, endpointId);
    const found = await tx.db.run<Row>(find, [
      ctx.organization.id,
      endpointId,
      firstIdAt("whev", row.createdAt),
      after,
      lookedThrough,
      testEventType,
      row.eventTypes,
      row.connectionId,
      limit + 1,
    ]);
    const lookedTo = found[0]?.lookedTo ?? null;
    const all = found.flatMap(({ eventId, type, at, deliveryId }) =>
      eventId === null ? [] : [{ eventId, type, at, deliveryId }],
    );
    const { page: missed, last } = pageOf(all, limit);
    return { endpoint: toEndpoint(row), missed, next: last === null ? lookedTo : last.eventId };
  });
}
