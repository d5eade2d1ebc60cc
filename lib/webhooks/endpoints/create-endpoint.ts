import { findConnection } from "#lib/connections/index.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import type { Egress } from "#lib/egress/index.ts";
import { requireFeature, requireManager } from "#lib/identity/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import { idPattern, newId } from "#lib/kernel/ids.ts";
import type { Vault } from "#lib/vault/index.ts";
import { checkedUrl, foundEndpoint, toEndpoint, type EndpointWithSecret } from "./endpoint.ts";
import { checkEndpointBound } from "./check-endpoint-bound.ts";
import type { NewEndpoint } from "../schemas.ts";
import { sealSecret } from "../seal-secret.ts";
import { newWebhookSecret } from "../signature.ts";
import { webhookEndpoints } from "../webhooks.sql.ts";

export async function createEndpoint(
  ctx: Context & { egress: Egress; vault: Vault },
  input: NewEndpoint,
): Promise<EndpointWithSecret> {
  const organizationId = ctx.organization.id;
  const connectionId = input.connection_id ?? null;
  await withTx(ctx, (tx) => requireRight(tx, connectionId));
  // Outside any transaction: a name server may take its time.
  const url = await checkedUrl(ctx, input.url);
  const createdAt = ctx.clock.now();
  const id = newId("whk", createdAt);
  const secret = newWebhookSecret();
  const sealed = await sealSecret(ctx, { organizationId, endpointId: id }, secret);
  const rows = await withTx(ctx, async (tx) => {
    await checkEndpointBound(tx, { field: "url" });
    // Role, plan and connection may have changed since the lookup began.
    await requireRight(tx, connectionId);
    return tx.db.orm
      .insert(webhookEndpoints)
      .values({
        organizationId,
        id,
        url,
        eventTypes: input.event_types,
        connectionId,
        secret: sealed,
        consecutiveFailures: 0,
        createdAt,
      })
      .returning();
  });
  return { ...toEndpoint(foundEndpoint(rows)), secret };
}

async function requireRight(
  tx: InTransaction<Context>,
  connectionId: string | null,
): Promise<void> {
  await requireManager(tx);
  await requireFeature(tx, "webhooks");
  await requireKnownConnection(tx, connectionId);
}

/** A credential limited to connections only gets their events, so it must name one. */
async function requireKnownConnection(
  tx: InTransaction<Context>,
  id: string | null,
): Promise<void> {
  const path = ["connection_id"];
  if (id === null && tx.actor.connections === null) return;
  if (id === null) {
    const message = "This credential is limited to some connections: name one of them";
    throw validationError([{ path, code: "required", message }]);
  }
  const found = idPattern("conn").test(id) ? await findConnection(tx, id) : null;
  if (found !== null) return;
  const message = "Not a connection of the organization";
  throw validationError([{ path, code: "unknown_connection", message }]);
}
