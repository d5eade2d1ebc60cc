import { and, isNull, lte, or } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { requireFeature, requireManager } from "#lib/identity/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { emitTo } from "../emit-event.ts";
import { endpointRow, ownEndpoint, requireEnabled } from "./endpoint.ts";
import { webhookEndpoints } from "../webhooks.sql.ts";

/** Between two tests of an endpoint. */
export const testPauseMs = minuteMs;

/** Sends `webhook.test` to this endpoint only, through the same queue and rules as every event. */
export function testEndpoint(ctx: Context, id: string): Promise<{ eventId: string }> {
  return withTx(ctx, async (tx) => {
    await requireManager(tx);
    const endpoint = await endpointRow(tx, id);
    await requireFeature(tx, "webhooks");
    requireEnabled(endpoint);
    await takeTurn(tx, id);
    const eventId = await emitTo(tx, id, {
      organizationId: tx.organization.id,
      type: "webhook.test",
      connectionId: null,
      data: { test: true, message: "A test of this webhook endpoint.", endpoint_id: id },
    });
    return { eventId };
  });
}

/** The row lets only one of two requests at once through. */
async function takeTurn(tx: InTransaction<Context>, id: string): Promise<void> {
  const { testRequestedAt } = webhookEndpoints;
  const now = tx.clock.now();
  const taken = await tx.db.orm
    .update(webhookEndpoints)
    .set({ testRequestedAt: now })
    .where(
      and(
        ownEndpoint(tx, id),
        or(isNull(testRequestedAt), lte(testRequestedAt, new Date(now.getTime() - testPauseMs))),
      ),
    )
    .returning({ id: webhookEndpoints.id });
  if (taken.length > 0) return;
  const last = (await endpointRow(tx, id)).testRequestedAt ?? now;
  const waitMs = last.getTime() + testPauseMs - now.getTime();
  throw new AppError("rate_limited", {
    details: { limit: 1, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  });
}
