import { and, eq, gt, isNull, or, type SQL } from "drizzle-orm";
import * as z from "zod";
import {
  withSystemTx,
  withTx,
  type Context,
  type InTransaction,
  type SystemContext,
} from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { newApiKeyText } from "./api-key-text.ts";
import { bounds, ConnectionLimit, lockOrganization } from "./bounds.ts";
import { apiKeys } from "./identity.sql.ts";

export interface KeyContext extends SystemContext {
  secret: ServiceSecret;
}

const NewApiKey = z.strictObject({
  organizationId: z.string().regex(/^org_[0-9a-z]{26}$/),
  name: z.string().min(1).max(80).default("API key"),
  scopes: z.array(z.string().regex(/^[a-z_]+:(read|write)$/)).max(100),
  connections: ConnectionLimit.default(null),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  createdBy: z.string().optional(),
});
type NewApiKey = z.input<typeof NewApiKey>;

/** The key's text is in this answer and nowhere else, ever. */
export async function createApiKey(
  ctx: KeyContext,
  input: NewApiKey,
): Promise<{ id: string; key: string }> {
  const { organizationId, name, scopes, connections, expiresAt, createdBy } =
    NewApiKey.parse(input);
  const createdAt = ctx.clock.now();
  const id = newId("key", createdAt);
  const key = newApiKeyText();
  await withSystemTx(ctx, async (tx) => {
    await lockOrganization(tx, organizationId);
    await checkKeyBound(tx, organizationId);
    await tx.db.orm.insert(apiKeys).values({
      id,
      organizationId,
      name,
      scopes: [...new Set(scopes)],
      connections,
      hash: ctx.secret.hash("api-key", key),
      hint: key.slice(-4),
      createdBy: createdBy ?? null,
      createdAt,
      expiresAt: expiresAt == null ? null : new Date(expiresAt),
    });
  });
  return { id, key };
}

/** Keys that are revoked or have expired do not count. */
async function checkKeyBound(
  tx: InTransaction<SystemContext>,
  organizationId: string,
): Promise<void> {
  const live = await tx.db.orm.$count(
    apiKeys,
    and(
      eq(apiKeys.organizationId, organizationId),
      isNull(apiKeys.revokedAt),
      or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, tx.clock.now())),
    ),
  );
  const limit = bounds.liveApiKeys;
  if (live < limit) return;
  const reason = `an organization has at most ${limit} live API keys: revoke one first`;
  throw new AppError("forbidden", { details: { reason, limit } });
}

/**
 * Holds from the next call on: nothing caches a key. Another organization's key and none at all
 * answer alike.
 */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const own = and(eq(apiKeys.organizationId, ctx.organization.id), eq(apiKeys.id, id));
  await withTx(ctx, (tx) => revoke(tx, own));
}

/** The system's own: the operator of the service revokes a key without being its organization. */
export async function revokeAnyApiKey(ctx: SystemContext, id: string): Promise<void> {
  await withSystemTx(ctx, (tx) => revoke(tx, eq(apiKeys.id, id)));
}

async function revoke(tx: InTransaction<SystemContext>, which: SQL | undefined): Promise<void> {
  const { id, revokedAt } = apiKeys;
  await tx.db.orm
    .update(apiKeys)
    .set({ revokedAt: tx.clock.now() })
    .where(and(which, isNull(revokedAt)));
  const found = await tx.db.orm.select({ id }).from(apiKeys).where(which);
  if (found.length === 0) throw new AppError("forbidden", { details: { reason: "no such key" } });
}

/**
 * Part of a statement: notes the newest use of each key. `latest` is a part before it, with a
 * `credential_id` and an instant `at`.
 */
export const noteKeyUse = `
    update api_keys k set last_used_at = greatest(k.last_used_at, latest.at)
    from latest where k.id = latest.credential_id`;

/**
 * Part of a statement: a key that was found under an older secret's hash is kept under the newest.
 * `caller` is a part before it, with the key's `id`, the `hash` it was found under and `valid`.
 */
export function rehashUsedKey({ hash }: { hash: string }): string {
  return `
    rehashed as (
      update api_keys k set hash = ${hash} from caller
      where k.id = caller.id and caller.valid and caller.hash <> ${hash}
    )`;
}
