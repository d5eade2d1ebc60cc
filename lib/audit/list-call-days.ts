import { addDays, santiagoDayOf, type Fecha } from "#lib/chile/index.ts";
import type { ActorKind } from "#lib/db/actors.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

interface Calls {
  ok: number;
  /** Answered 4xx. */
  refused: number;
  /** Answered 5xx. */
  failed: number;
}

export interface CallDay {
  day: Fecha;
  /**
   * Null for a day that was not added up: before the organization existed, or while housekeeping
   * was stopped.
   */
  calls: Calls | null;
}

export interface CallDays {
  /** Oldest first, today last. */
  days: CallDay[];
  /** Most calls first. */
  byActor: (Calls & { actorKind: ActorKind; actorId: string })[];
  byOperation: (Calls & { operation: string })[];
  /** When today's calls were last added up. */
  countedAt: Date | null;
}

const inAll = "ok + refused + failed";

const find: Statement = {
  name: "audit.call_days",
  repeatable: true,
  text: `
    with counted as (
      select day, counted_at from counted_days
      where day between $2 and $3
        and day >= (select to_char(created_at at time zone 'America/Santiago', 'YYYY-MM-DD')
          from organizations where id = $1)
    ),
    sums as (
      select day, actor_kind as "actorKind", actor_id as "actorId", operation,
        sum(ok)::int as ok, sum(refused)::int as refused, sum(failed)::int as failed
      from call_days where organization_id = $1 and day between $2 and $3
      group by grouping sets ((day), (actor_kind, actor_id), (operation))
    )
    select
      (select coalesce(json_agg(c.day), '[]') from counted c) as counted,
      (select max(counted_at) from counted) as "countedAt",
      (select coalesce(json_agg(s), '[]') from sums s where day is not null) as days,
      (select coalesce(json_agg(a), '[]') from (
        select * from sums where "actorId" is not null order by ${inAll} desc, "actorId" limit 50
      ) a) as "byActor",
      (select coalesce(json_agg(o), '[]') from (
        select * from sums where operation is not null order by ${inAll} desc, operation limit 50
      ) o) as "byOperation"`,
};

interface Found {
  counted: Fecha[];
  countedAt: string | null;
  days: (Calls & { day: Fecha })[];
  byActor: CallDays["byActor"];
  byOperation: CallDays["byOperation"];
}

/** The last `count` days, including today. */
export async function listCallDays(ctx: Context, count: number): Promise<CallDays> {
  const wanted = lastDays(ctx, count);
  const [row] = await withTx(ctx, ({ db }) =>
    db.run<Found>(find, [ctx.organization.id, wanted[0], wanted.at(-1)]),
  );
  if (row === undefined) throw new TypeError("an aggregate without its row");
  const byDay = new Map(
    row.days.map(({ day, ok, refused, failed }) => [day, { ok, refused, failed }]),
  );
  const none = { ok: 0, refused: 0, failed: 0 };
  return {
    days: wanted.map((day) => {
      const isCounted = row.counted.includes(day);
      return { day, calls: isCounted ? (byDay.get(day) ?? none) : null };
    }),
    byActor: row.byActor,
    byOperation: row.byOperation,
    countedAt: row.countedAt === null ? null : new Date(row.countedAt),
  };
}

const findOfActors: Statement = {
  name: "audit.calls_of_actors",
  repeatable: true,
  text: `
    select actor_id as id, sum(${inAll})::int as calls
    from call_days
    where organization_id = $1 and day between $2 and $3 and actor_id = any($4::text[])
    group by actor_id`,
};

/** How often each of them called in the last `count` days; those that did not call are left out. */
export async function callsOfActors(
  ctx: Context,
  ids: readonly string[],
  count: number,
): Promise<Map<string, number>> {
  const wanted = lastDays(ctx, count);
  const rows = await withTx(ctx, ({ db }) =>
    db.run<{ id: string; calls: number }>(findOfActors, [
      ctx.organization.id,
      wanted[0],
      wanted.at(-1),
      ids,
    ]),
  );
  return new Map(rows.map(({ id, calls }) => [id, calls]));
}

function lastDays({ clock }: Pick<Context, "clock">, count: number): Fecha[] {
  const today = santiagoDayOf(clock.now());
  return Array.from({ length: count }, (_, n) => addDays(today, n + 1 - count));
}
