import { withTx, type Context } from "#lib/db/context.ts";
import { requireManager } from "#lib/identity/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import type { Vault } from "#lib/vault/index.ts";
import { endpointRow, foundEndpoint, ownEndpoint } from "./endpoint.ts";
import { sealSecret } from "../seal-secret.ts";
import { newWebhookSecret } from "../signature.ts";
import { webhookEndpoints } from "../webhooks.sql.ts";

/** How long after a rotation the previous secret is still valid. */
export const bothSecretsMs = dayMs;

/**
 * A new secret, shown only this once. After two rotations in a row the two newest secrets are
 * valid.
 */
export async function rollSecret(ctx: Context & { vault: Vault }, id: string): Promise<string> {
  const { organizationId } = await withTx(ctx, async (tx) => {
    await requireManager(tx);
    return endpointRow(tx, id);
  });
  const secret = newWebhookSecret();
  const sealed = await sealSecret(ctx, { organizationId, endpointId: id }, secret);
  const previousUntil = new Date(ctx.clock.now().getTime() + bothSecretsMs);
  const rows = await withTx(ctx, async (tx) => {
    // The role may have changed since the secret was made.
    await requireManager(tx);
    return tx.db.orm
      .update(webhookEndpoints)
      .set({ previousSecret: webhookEndpoints.secret, previousUntil, secret: sealed })
      .where(ownEndpoint(tx, id))
      .returning();
  });
  foundEndpoint(rows);
  logDone(ctx.log, { act: "endpoint.changed", subject: id });
  return secret;
}
