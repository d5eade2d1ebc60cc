import { lt } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { pageOf, type Cursors } from "#lib/kernel/cursor.ts";
import { deliveryLines, withHistories, type Delivery } from "./delivery.ts";
import { endpointRow } from "./endpoints/endpoint.ts";
import { webhookDeliveries } from "./webhooks.sql.ts";

interface DeliveryPage {
  deliveries: Delivery[];
  cursor: string | null;
}

/** For one endpoint, newest first, each with all its attempts. */
export async function listDeliveries(
  ctx: Context & { cursors: Cursors },
  endpointId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<DeliveryPage> {
  const list = ["webhook_deliveries", ctx.organization.id, endpointId];
  return withTx(ctx, async (tx) => {
    await endpointRow(tx, endpointId);
    const [after] = query.cursor === undefined ? [] : ctx.cursors.read(list, query.cursor);
    const behind = after === undefined ? undefined : lt(webhookDeliveries.id, after);
    const rows = await deliveryLines(tx, { endpointId, where: behind }, query.limit + 1);
    const { page, last } = pageOf(rows, query.limit);
    return {
      deliveries: await withHistories(tx, endpointId, page),
      cursor: last === null ? null : ctx.cursors.make(list, [last.id]),
    };
  });
}
