import { and, eq, isNull, type SQL } from "drizzle-orm";
import {
  withSystemTx,
  withTx,
  type Context,
  type InTransaction,
  type SystemContext,
} from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { apiKeys } from "../identity.sql.ts";
import { requireRole } from "../people/roles.ts";
import { noSuchKey } from "./own-key.ts";

/**
 * Holds from the next call on: nothing caches a key. Another organization's key and none at all
 * answer alike. What is revoked already stays as it is.
 */
export async function revokeKey(ctx: Context, id: string): Promise<void> {
  const own = and(eq(apiKeys.organizationId, ctx.organization.id), eq(apiKeys.id, id));
  await withTx(ctx, async (tx) => {
    await requireRole(tx, ["owner", "admin"]);
    await revoke(tx, own);
  });
  logDone(ctx.log, { act: "key.revoked", subject: id });
}

/** The system's own: the operator of the service revokes a key without being its organization. */
export async function revokeAnyApiKey(ctx: SystemContext, id: string): Promise<void> {
  await withSystemTx(ctx, (tx) => revoke(tx, eq(apiKeys.id, id)));
  logDone(ctx.log, { act: "key.revoked", subject: id });
}

async function revoke(tx: InTransaction<SystemContext>, which: SQL | undefined): Promise<void> {
  const { id, revokedAt } = apiKeys;
  await tx.db.orm
    .update(apiKeys)
    .set({ revokedAt: tx.clock.now() })
    .where(and(which, isNull(revokedAt)));
  const found = await tx.db.orm.select({ id }).from(apiKeys).where(which);
  if (found.length === 0) throw noSuchKey();
}
