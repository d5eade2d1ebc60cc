import { and, eq, sql } from "drizzle-orm";
import { findConnection } from "#lib/connections/index.ts";
import { withTx, type Context, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Egress } from "#lib/egress/index.ts";
import { lockOrganization, requireManager } from "#lib/identity/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
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
import type { EndpointChange } from "../schemas.ts";
import { webhookEndpoints } from "../webhooks.sql.ts";

/** Changes what is given. Events missed while disabled are not sent later. */
export async function changeEndpoint(
  ctx: Context & { egress: Egress },
  id: string,
  change: EndpointChange,
): Promise<Endpoint> {
  const { endpoint } = await editEndpoint(ctx, id, change);
  return endpoint;
}

type EndpointEdited =
  | { kind: "changed"; endpoint: Endpoint }
  /** Somebody changed it since it was shown: this is its present state. */
  | { kind: "stale"; endpoint: Endpoint };

interface Edit extends EndpointChange {
  /** For a caller who was shown a version of it, and must not overwrite another. */
  version?: string | undefined;
}

export async function editEndpoint(
  ctx: Context & { egress: Egress },
  id: string,
  change: Edit,
): Promise<EndpointEdited> {
  return edit(ctx, id, { ...change, url: await addressOf(ctx, id, change) });
}

/** Ends new deliveries. Nothing is deleted: past deliveries can still be read. */
export async function disableEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  const { endpoint } = await edit(ctx, id, { enabled: false });
  return endpoint;
}

async function edit(ctx: Context, id: string, { version, ...change }: Edit) {
  const { before, edited } = await withTx(ctx, async (tx) => {
    await requireChanger(tx, change);
    const rows = tx.db.orm.select().from(webhookEndpoints).where(ownEndpoint(tx, id));
    const before = toEndpoint(foundEndpoint(await rows.for("no key update")));
    const isStale = version !== undefined && before.version !== version;
    const edited: EndpointEdited = isStale
      ? { kind: "stale", endpoint: before }
      : { kind: "changed", endpoint: await write(tx, id, change) };
    return { before, edited };
  });
  if (edited.kind === "changed") logTaken(ctx, before, edited.endpoint);
  return edited;
}

/** Where a restored database would send events again. */
function logTaken({ log }: Context, before: Endpoint, { id: subject, url, enabled }: Endpoint) {
  if (before.enabled && !enabled) logDone(log, { act: "endpoint.disabled", subject });
  else if (before.url !== url) logDone(log, { act: "endpoint.changed", subject });
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
