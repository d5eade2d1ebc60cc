import { and, eq, sql } from "drizzle-orm";
import { findConnection } from "#lib/connections/index.ts";
import { withTx, type Context, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Egress } from "#lib/egress/index.ts";
import { lockOrganization, requireManager } from "#lib/identity/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import {
  checkedUrl,
  endpointRow,
  foundEndpoint,
  ownEndpoint,
  toEndpoint,
  type Endpoint,
  type EndpointRow,
} from "./endpoint.ts";
import { checkEndpointBound } from "./check-endpoint-bound.ts";
import type { EndpointChange } from "./schemas.ts";
import { webhookEndpoints } from "./webhooks.sql.ts";

/** Changes what is given. Events missed while disabled are not sent later. */
export async function changeEndpoint(
  ctx: Context & { egress: Egress },
  id: string,
  change: EndpointChange,
): Promise<Endpoint> {
  const url = await addressOf(ctx, id, change);
  return withTx(ctx, async (tx) => {
    await requireChanger(tx, change);
    return write(tx, id, { ...change, url });
  });
}

type EndpointEdited =
  | { kind: "changed"; endpoint: Endpoint }
  /** Somebody changed it since it was shown: this is its present state. */
  | { kind: "stale"; endpoint: Endpoint };

/** The same for a caller who was shown a version of it, and must not overwrite another. */
export async function editEndpoint(
  ctx: Context & { egress: Egress },
  id: string,
  { version, ...change }: EndpointChange & { version: string },
): Promise<EndpointEdited> {
  const url = await addressOf(ctx, id, change);
  return withTx(ctx, async (tx): Promise<EndpointEdited> => {
    await requireChanger(tx, change);
    const rows = tx.db.orm.select().from(webhookEndpoints).where(ownEndpoint(tx, id));
    const endpoint = toEndpoint(foundEndpoint(await rows.for("no key update")));
    if (endpoint.version !== version) return { kind: "stale", endpoint };
    return { kind: "changed", endpoint: await write(tx, id, { ...change, url }) };
  });
}

/** Only for callers who may change it. Outside any transaction: a name server may take its time. */
async function addressOf(
  ctx: Context & { egress: Egress },
  id: string,
  change: EndpointChange,
): Promise<string | undefined> {
  await withTx(ctx, async (tx) => {
    await requireChanger(tx, change);
    await endpointRow(tx, id);
  });
  return change.url === undefined ? undefined : checkedUrl(ctx, change.url);
}

/** For a change counted under the organization's lock, takes it first, as changing a role does. */
async function requireChanger(tx: InTransaction<Context>, { enabled }: EndpointChange) {
  if (enabled === true) await lockOrganization(tx, tx.organization.id);
  await requireManager(tx);
}

async function write(
  tx: InTransaction<Context>,
  id: string,
  { url, event_types: eventTypes, enabled }: EndpointChange,
): Promise<Endpoint> {
  if (enabled === true) {
    await requireConnection(tx, await endpointRow(tx, id));
    await checkEndpointBound(tx, { id, field: "enabled" });
  }
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

/** Limited to a deleted connection, it would get no events, and take the place of one that does. */
async function requireConnection(
  tx: InTransaction<Context>,
  { connectionId }: EndpointRow,
): Promise<void> {
  if (connectionId === null || (await findConnection(tx, connectionId)) !== null) return;
  const message = "The connection that it is limited to was deleted: register another endpoint";
  throw validationError([{ path: ["enabled"], code: "not_allowed", message }], {
    reason: "connection_deleted",
  });
}

/** Ends new deliveries. Nothing is deleted: past deliveries can still be read. */
export function disableEndpoint(ctx: Context & { egress: Egress }, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, { enabled: false });
}

/** Their connection is deleted: there will be no more events for them. */
export async function disableEndpointsOf(
  tx: InTransaction<SystemContext>,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
): Promise<void> {
  const of = { organizationId: webhookEndpoints.organizationId, id: webhookEndpoints.connectionId };
  await tx.db.orm
    .update(webhookEndpoints)
    .set(enablement(tx, false))
    .where(and(eq(of.organizationId, organizationId), eq(of.id, connectionId)));
}

/** An endpoint that is already enabled, or disabled, keeps its date, reason and failures. */
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
