import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

/** Counting a backlog to its end would cost what the backlog does. */
export const mostCounted = 1_000;

interface Waiting {
  /** Not more than `mostCounted`. */
  count: number;
  /** Since when the oldest of those that are due first waits. */
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

/** What an endpoint has not been sent yet. */
export async function waitingDeliveries(ctx: Context, endpointId: string): Promise<Waiting> {
  const values = [ctx.organization.id, endpointId, mostCounted];
  const [row] = await withTx(ctx, ({ db }) => db.run<Waiting>(find, values));
  return row ?? { count: 0, oldest: null };
}
