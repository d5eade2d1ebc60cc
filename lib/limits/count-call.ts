/**
 * The numbers of a statement's parameters: whose call, in which month, and the slot to count it in.
 */
export interface CountedCall {
  connection: string;
  periodo: string;
  slot: string;
}

/**
 * Parts of a statement after `scope`, which has the organization: the call is counted in any
 * unlocked slot of its connection, or in the given one. Without a month nothing is counted.
 */
export function countInFreeSlot({ connection, periodo, slot }: CountedCall): string {
  return `
    slot as materialized (
      select s.id from scope cross join lateral (
        select id from usage_slots
        where organization_id = scope.org and connection_id = ${connection} and periodo = ${periodo}
        limit 1 for update skip locked
      ) s
    ),
    counted as (
      update usage_slots u set calls = u.calls + 1 where u.id = (select id from slot)
    ),
    counted_first as (
      insert into usage_slots (id, organization_id, connection_id, periodo, calls)
      select ${slot}, scope.org, ${connection}, ${periodo}, 1
      from scope where ${periodo}::text is not null and not exists (select from slot)
    )`;
}

/** The numbers of the parameters that list connections, and the month and calls of each. */
interface CountedCalls {
  connections: string;
  periodos: string;
  calls: string;
  slot: string;
}

/** The same for several connections, and for many calls of each. */
export function countForEach({ connections, periodos, calls, slot }: CountedCalls): string {
  return `
    slot as materialized (
      select c.connection, c.periodo, c.calls, (
        select id from usage_slots
        where organization_id = scope.org and connection_id = c.connection and periodo = c.periodo
        limit 1 for update skip locked
      ) as id
      from scope cross join unnest(${connections}::text[], ${periodos}::text[], ${calls}::int[])
        c (connection, periodo, calls)
    ),
    counted as (
      insert into usage_slots as u (id, organization_id, connection_id, periodo, calls)
      select coalesce(slot.id, concat_ws('|', ${slot}::text, slot.connection, slot.periodo)),
        scope.org, slot.connection, slot.periodo, slot.calls
      from scope cross join slot
      on conflict (id) do update set calls = u.calls + excluded.calls
    )`;
}

/**
 * The same for a call near the end of its quota. All of these are counted in the one given slot, so
 * that each sees the earlier ones; the other slots no longer change by then. `counted` has a row if
 * the quota allowed the call.
 */
export function countWithinQuota(
  { connection, periodo, slot }: CountedCall,
  quota: string,
): string {
  return `
    other as materialized (
      select coalesce(sum(s.calls), 0)::int as calls from scope cross join lateral (
        select calls from usage_slots
        where organization_id = scope.org and connection_id = ${connection}
          and periodo = ${periodo} and id <> ${slot}
        offset 0
      ) s
    ),
    counted as (
      insert into usage_slots as u (id, organization_id, connection_id, periodo, calls)
      select ${slot}, scope.org, ${connection}, ${periodo}, 1
      from scope cross join other where other.calls < ${quota}
      on conflict (id) do update set calls = u.calls + 1
        where u.calls + (select calls from other) < ${quota}
      returning id
    )`;
}
