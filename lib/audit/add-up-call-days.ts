import { addDays, daysBetween, santiagoDayOf, startOfDay, type Fecha } from "#lib/chile/index.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

/** Somewhat longer than the calls themselves. */
const keptDays = 750;

/** How many days back the first run goes, and the most that one run catches up on. */
const mostDays = 40;

const lock: Statement = {
  name: "audit.lock_days",
  repeatable: false,
  text: "select pg_advisory_xact_lock(hashtext('call_days'))",
};

const findNewest: Statement = {
  name: "audit.newest_day",
  repeatable: true,
  text: "select max(day) as day from counted_days",
};

const clear: Statement = {
  name: "audit.clear_days",
  repeatable: false,
  text: `
    with days as (
      delete from counted_days where day >= $1 or day < $2
    )
    delete from call_days where day >= $1 or day < $2`,
};

/** A call recorded as started has two rows: its newest row counts, on that row's day. */
const addUp: Statement = {
  name: "audit.add_up_days",
  repeatable: false,
  text: `
    with days as (
      select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as d (day, starts, ends)
    ),
    noted as (insert into counted_days (day, counted_at) select day, $4 from days),
    newest as (
      select a.* from organizations o cross join lateral (
        select distinct on (request_id, operation) organization_id, at, plane, operation, actor_kind,
          actor_id, outcome, http_status, calls
        from audit
        where organization_id = o.id and o.erased_at is null and at >= (select min(starts) from days)
          and at < (select max(ends) from days)
        order by request_id, operation, at desc
      ) a
    )
    insert into call_days
      (organization_id, day, actor_kind, actor_id, operation, ok, refused, failed)
    select organization_id, day, actor_kind, actor_id,
      -- Names that no tool has are as many as a caller thinks of.
      case outcome when 'tool_not_found' then outcome else operation end,
      coalesce(sum(1) filter (where http_status < 400), 0),
      coalesce(sum(coalesce(calls, 1)) filter (where calls > 0 or http_status between 400 and 499), 0),
      coalesce(sum(1) filter (where http_status >= 500), 0)
    from newest join days on at >= starts and at < ends
    where (http_status is not null or calls > 0)
      and (actor_kind in ('api_key', 'oauth') or (actor_kind = 'member' and plane = 'action'))
    group by 1, 2, 3, 4, 5`,
};

/**
 * Run by housekeeping: adds up today's calls and those of every day since its last run. That run's
 * own day is added up again, since a call that began before midnight is recorded when it ends.
 */
export async function addUpCallDays(ctx: SystemContext): Promise<void> {
  const now = ctx.clock.now();
  const today = santiagoDayOf(now);
  await withSystemTx(ctx, async (tx) => {
    await tx.db.run(lock, []);
    const days = await daysToAddUp(tx, today);
    await tx.db.run(clear, [days[0], addDays(today, -keptDays)]);
    const starts = days.map(startOfDay);
    const ends = days.map((day) => startOfDay(addDays(day, 1)));
    await tx.db.run(addUp, [days, starts, ends, now]);
  });
}

/** In order, today last. If the clock was moved back, it starts afresh. */
async function daysToAddUp(
  { db }: Pick<InTransaction<SystemContext>, "db">,
  today: Fecha,
): Promise<Fecha[]> {
  const [newest] = await db.run<{ day: Fecha | null }>(findNewest, []);
  const oldest = addDays(today, 1 - mostDays);
  const last = newest?.day ?? oldest;
  const before = addDays(last < today ? last : today, -1);
  const first = before < oldest ? oldest : before;
  return Array.from({ length: daysBetween(first, today) + 1 }, (_, n) => addDays(first, n));
}
