import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { ledgerKinds } from "./job.ts";

interface Waiting {
  jobs: number;
  /** How long the first of them has been due. */
  seconds: number;
}

const countWaiting: Statement = {
  name: "jobs.waiting",
  repeatable: true,
  text: `
    select kind = any($2::text[]) as "isAwaited", count(*)::int as jobs,
      extract(epoch from $1::timestamptz - min(not_before))::float8 as seconds
    from sync_jobs where status = 'queued' and not_before <= $1 group by 1`,
};

/** Due jobs that no worker has, by the queue that wakes workers for them. */
export async function oldestWaiting(
  ctx: SystemContext,
): Promise<{ syncs: Waiting; emissions: Waiting }> {
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.run<Waiting & { isAwaited: boolean }>(countWaiting, [ctx.clock.now(), ledgerKinds]),
  );
  const of = (isAwaited: boolean): Waiting => {
    const found = rows.find((row) => row.isAwaited === isAwaited);
    return { jobs: found?.jobs ?? 0, seconds: found?.seconds ?? 0 };
  };
  return { syncs: of(false), emissions: of(true) };
}
