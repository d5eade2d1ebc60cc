import { and, eq, inArray } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { requireManager } from "#lib/identity/index.ts";
import { AppError, validationError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { deliveryLines } from "./delivery.ts";
import { endpointRow } from "./endpoints/endpoint.ts";
import { lockConnectionOf } from "./event.ts";
import { webhookDeliveries } from "./webhooks.sql.ts";

/** Queues it again with a full set of attempts; the event and the history stay. */
export async function resendDelivery(
  ctx: Context,
  endpointId: string,
  deliveryId: string,
): Promise<void> {
  const now = ctx.clock.now();
  await withTx(ctx, async (tx) => {
    await requireManager(tx);
    await endpointRow(tx, endpointId);
    if (!idPattern("whd").test(deliveryId)) throw new AppError("webhook_delivery_not_found");
    const where = eq(webhookDeliveries.id, deliveryId);
    const own = and(
      eq(webhookDeliveries.organizationId, tx.organization.id),
      eq(webhookDeliveries.endpointId, endpointId),
      where,
    );
    const { eventId } = webhookDeliveries;
    await lockConnectionOf(tx, tx.db.orm.select({ eventId }).from(webhookDeliveries).where(own));
    const [known] = await deliveryLines(tx, { endpointId, where }, 1);
    if (known === undefined) throw new AppError("webhook_delivery_not_found");
    const resent = await tx.db.orm
      .update(webhookDeliveries)
      .set({ status: "pending", attempts: 0, nextAttemptAt: now, updatedAt: now })
      .where(and(own, inArray(webhookDeliveries.status, ["delivered", "failed"])))
      .returning({ id: webhookDeliveries.id });
    if (resent.length > 0) return;
    const message = "A delivery that has not ended is on its way already";
    throw validationError([{ path: ["delivery_id"], code: "not_allowed", message }], {
      reason: "not_ended",
    });
  });
}
