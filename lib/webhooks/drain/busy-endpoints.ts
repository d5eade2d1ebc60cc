import type { SystemContext } from "../../db/context.ts";
import type { Statement } from "../../db/database.ts";
import { withIndexTx } from "./by-index.ts";

/**
 * The next delivery of each endpoint, by one step of the index however many it has waiting: a
 * backlog of one costs the others nothing.
 */
export const firstOfEachEndpoint = `first as (
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

/** In random order, so that no two drains go the same way. */
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
