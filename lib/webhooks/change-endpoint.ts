import { sql } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import type { Egress } from "#lib/egress/index.ts";
import { requireManager } from "#lib/identity/index.ts";
import {
  checkedUrl,
  endpointRow,
  foundEndpoint,
  ownEndpoint,
  toEndpoint,
  type Endpoint,
} from "./endpoint.ts";
import { checkEndpointBound } from "./check-bound.ts";
import type { EndpointChange } from "./schemas.ts";
import { webhookEndpoints } from "./webhooks.sql.ts";

/** Changes what is given. Nothing of what was missed while disabled is sent after all. */
export async function changeEndpoint(
  ctx: Context & { egress: Egress },
  id: string,
  change: EndpointChange,
): Promise<Endpoint> {
  const known = await withTx(ctx, (tx) => endpointRow(tx, id));
  const url = change.url === undefined ? known.url : await checkedUrl(ctx, change.url);
  const rows = await withTx(ctx, async (tx) => {
    await requireManager(tx);
    if (change.enabled === true) await checkEndpointBound(tx, { id, field: "enabled" });
    return tx.db.orm
      .update(webhookEndpoints)
      .set({
        id: known.id,
        ...(change.url !== undefined && { url }),
        ...(change.event_types !== undefined && { eventTypes: change.event_types }),
        ...enablement(ctx, change.enabled),
      })
      .where(ownEndpoint(tx, id))
      .returning();
  });
  return toEndpoint(foundEndpoint(rows));
}

/** The end of new deliveries. Nothing is deleted: what was delivered can still be read. */
export function disableEndpoint(ctx: Context & { egress: Egress }, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, { enabled: false });
}

/** What is enabled, or disabled, already stays as it was: since when, why, and its failures. */
function enablement(ctx: Context, enabled: boolean | undefined) {
  const { disabledAt, disabledReason, consecutiveFailures } = webhookEndpoints;
  if (enabled === undefined) return {};
  if (enabled) {
    return {
      disabledAt: null,
      disabledReason: null,
      disabledDetail: null,
      consecutiveFailures: sql`case when ${disabledAt} is null then ${consecutiveFailures} else 0 end`,
    };
  }
  return {
    disabledAt: sql`coalesce(${disabledAt}, ${ctx.clock.now().toISOString()}::timestamptz)`,
    disabledReason: sql`coalesce(${disabledReason}, 'manual')`,
  };
}
