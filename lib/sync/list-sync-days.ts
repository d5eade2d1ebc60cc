import { addDays, santiagoDayOf, startOfDay, type Fecha } from "#lib/chile/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { requireReader, roles } from "#lib/identity/index.ts";

export interface SyncDay {
  day: Fecha;
  succeeded: number;
  failed: number;
  /** Queued, running or canceled. */
  others: number;
}

const find: Statement = {
  name: "sync.days",
  repeatable: true,
  text: `
    select day, succeeded, failed, others
    from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as d (day, starts, ends)
    cross join lateral (
      select count(*) filter (where status = 'succeeded')::int as succeeded,
        count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status not in ('succeeded', 'failed'))::int as others
      from sync_jobs
      where organization_id = $1 and kind = 'sync' and created_at >= starts and created_at < ends
    ) of_day
    order by day desc`,
};

/** The syncs requested on each of the last `count` days in Santiago, newest first. */
export async function listSyncDays(ctx: Context, count: number): Promise<SyncDay[]> {
  const today = santiagoDayOf(ctx.clock.now());
  const days = Array.from({ length: count }, (_, n) => addDays(today, -n));
  const starts = days.map(startOfDay);
  const ends = days.map((day) => startOfDay(addDays(day, 1)));
  return withTx(ctx, async (tx) => {
    await requireReader(tx, roles);
    return tx.db.run<SyncDay>(find, [ctx.organization.id, days, starts, ends]);
  });
}
