import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

/** Counting a backlog to its end would cost as much as the backlog itself. */
export const mostCounted = 1_000;

interface Waiting {
  /** At most `mostCounted`. */
  count: number;
  /** Since when the oldest of the counted ones has been due. */
  oldest: Date | null;
}

const find: Statement = {
  name: "webhooks.waiting",
  repeatable: true,
  text: `
    select count(*)::int as count, min(created_at) as oldest from (
      select created_at from webhook_deliveries
      where organization_id = $1 and endpoint_id = $2 and status in ('pending', 'delivering')
      order by next_attempt_at limit $3) w`,
};

/** What has not been sent to an endpoint yet. */
export async function waitingDeliveries(ctx: Context, endpointId: string): Promise<Waiting> {
  const values = [ctx.organization.id, endpointId, mostCounted];
  const [row] = await withTx(ctx, ({ db }) => db.run<Waiting>(find, values));
  return row ?? { count: 0, oldest: null };
}
