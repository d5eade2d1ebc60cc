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
import { requireRole } from "../members/roles.ts";
import { noSuchKey } from "./own-key.ts";

/**
 * Effective from the next call on: keys are not cached. Another organization's key gets the same
 * answer as none. A revoked key stays as it is.
 */
export async function revokeKey(ctx: Context, id: string): Promise<void> {
  const own = and(eq(apiKeys.organizationId, ctx.organization.id), eq(apiKeys.id, id));
  await withTx(ctx, async (tx) => {
    await requireRole(tx, ["owner", "admin"]);
    await revoke(tx, own);
  });
  logDone(ctx.log, { act: "key.revoked", subject: id });
}

/** For the service's operator, who belongs to no organization. */
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
