import { sql } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
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
  const url = await addressOf(ctx, id, change);
  return withTx(ctx, (tx) => write(tx, id, { ...change, url }));
}

type EndpointEdited =
  | { kind: "changed"; endpoint: Endpoint }
  /** Somebody changed it since the version that was shown: as it is now. */
  | { kind: "stale"; endpoint: Endpoint };

/** The same for who was shown a version of it, and would not overwrite another. */
export async function editEndpoint(
  ctx: Context & { egress: Egress },
  id: string,
  { version, ...change }: EndpointChange & { version: string },
): Promise<EndpointEdited> {
  const url = await addressOf(ctx, id, change);
  return withTx(ctx, async (tx): Promise<EndpointEdited> => {
    const rows = tx.db.orm.select().from(webhookEndpoints).where(ownEndpoint(tx, id));
    const endpoint = toEndpoint(foundEndpoint(await rows.for("no key update")));
    if (endpoint.version !== version) return { kind: "stale", endpoint };
    return { kind: "changed", endpoint: await write(tx, id, { ...change, url }) };
  });
}

/** Of who may change it. In no transaction of its own: a name server may take its time. */
async function addressOf(
  ctx: Context & { egress: Egress },
  id: string,
  { url }: EndpointChange,
): Promise<string | undefined> {
  await withTx(ctx, async (tx) => {
    await requireManager(tx);
    await endpointRow(tx, id);
  });
  return url === undefined ? undefined : checkedUrl(ctx, url);
}

async function write(
  tx: InTransaction<Context>,
  id: string,
  { url, event_types: eventTypes, enabled }: EndpointChange,
): Promise<Endpoint> {
  await requireManager(tx);
  if (enabled === true) await checkEndpointBound(tx, { id, field: "enabled" });
  const rows = await tx.db.orm
    .update(webhookEndpoints)
    .set({
      id,
      ...(url !== undefined && { url }),
      ...(eventTypes !== undefined && { eventTypes }),
      ...enablement(tx, enabled),
    })
    .where(ownEndpoint(tx, id))
    .returning();
  return toEndpoint(foundEndpoint(rows));
}

/** The end of new deliveries. Nothing is deleted: what was delivered can still be read. */
export function disableEndpoint(ctx: Context & { egress: Egress }, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, { enabled: false });
}

/** What is enabled, or disabled, already stays as it was: since when, why, and its failures. */
function enablement(ctx: Pick<Context, "clock">, enabled: boolean | undefined) {
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
