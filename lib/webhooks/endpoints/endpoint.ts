import { and, eq } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import type { Egress } from "#lib/egress/index.ts";
import { AppError, validationError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { shownVersion } from "#lib/kernel/shown-version.ts";
import { webhookEndpoints } from "../webhooks.sql.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** An endpoint as its owners see it, without its secret. */
export interface Endpoint {
  id: string;
  url: string;
  eventTypes: string[];
  connectionId: string | null;
  enabled: boolean;
  disabledAt: Date | null;
  disabledReason: "manual" | "automatic" | null;
  disabledDetail: string | null;
  consecutiveFailures: number;
  lastSuccessAt: Date | null;
  /** Until when the secret before the last rotation signs too. */
  previousSecretUntil: Date | null;
  /** When a test was last requested. */
  testRequestedAt: Date | null;
  createdAt: Date;
  /** Changes with everything that a form can change. */
  version: string;
}

export interface EndpointWithSecret extends Endpoint {
  /** Shown only this once. */
  secret: string;
}

export function toEndpoint(row: EndpointRow): Endpoint {
  const { id, url, eventTypes, connectionId, disabledAt, disabledDetail } = row;
  const { consecutiveFailures, lastSuccessAt, createdAt } = row;
  return {
    id,
    url,
    eventTypes,
    connectionId,
    enabled: disabledAt === null,
    disabledAt,
    disabledReason: row.disabledReason,
    disabledDetail,
    consecutiveFailures,
    lastSuccessAt,
    previousSecretUntil: row.previousUntil,
    testRequestedAt: row.testRequestedAt,
    createdAt,
    version: versionOf(row),
  };
}

function versionOf({ url, eventTypes, disabledAt }: EndpointRow): string {
  return shownVersion([url, eventTypes.toSorted(), disabledAt]);
}

const lookupLimitMs = 10_000;

export async function findEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  return toEndpoint(await withTx(ctx, (tx) => endpointRow(tx, id)));
}

/** A SQL condition: the caller's own endpoint with this id. */
export function ownEndpoint(tx: InTransaction<Context>, id: string) {
  return and(
    eq(webhookEndpoints.organizationId, tx.organization.id),
    eq(webhookEndpoints.id, requireEndpointId(id)),
    ofKnownConnection(tx, webhookEndpoints.connectionId),
  );
}

export async function endpointRow(tx: InTransaction<Context>, id: string): Promise<EndpointRow> {
  return foundEndpoint(await tx.db.orm.select().from(webhookEndpoints).where(ownEndpoint(tx, id)));
}

/** Another organization's endpoint gets the same answer as none. */
export function foundEndpoint(rows: readonly EndpointRow[]): EndpointRow {
  const [row] = rows;
  if (row === undefined) throw new AppError("webhook_endpoint_not_found");
  return row;
}

export function requireEnabled(endpoint: EndpointRow): void {
  if (endpoint.disabledAt === null) return;
  throw validationError(
    [{ path: ["endpoint_id"], code: "not_allowed", message: "Enable the endpoint first" }],
    { reason: "endpoint_disabled" },
  );
}

/** The url in canonical form, once its host is known to be public. Checked at each attempt too. */
export async function checkedUrl(ctx: { egress: Egress }, url: string): Promise<string> {
  const resolved = await ctx.egress.resolveTarget(url, AbortSignal.timeout(lookupLimitMs));
  if (resolved.ok) return resolved.target.href;
  throw new AppError("invalid_webhook_url", { details: { reason: resolved.reason } });
}

/** Anything that is not an id cannot exist, and need not be looked up. */
function requireEndpointId(id: string): string {
  if (!idPattern("whk").test(id)) throw new AppError("webhook_endpoint_not_found");
  return id;
}
