import { and, eq, gt, isNull, or } from "drizzle-orm";
import * as z from "zod";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idPattern, newId } from "#lib/kernel/ids.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { newApiKeyText } from "../api-key-text.ts";
import { bounds, ConnectionLimit, lockOrganization } from "../bounds.ts";
import { apiKeys } from "../identity.sql.ts";

export interface KeyContext extends SystemContext {
  secret: ServiceSecret;
}

const NewApiKey = z.strictObject({
  organizationId: z.string().regex(idPattern("org")),
  name: z.string().min(1).max(80).default("API key"),
  scopes: z.array(z.string().regex(/^[a-z_]+:(read|write)$/)).max(100),
  connections: ConnectionLimit.default(null),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  createdBy: z.string().optional(),
});
type NewApiKey = z.input<typeof NewApiKey>;

/** The key's text is only ever in this answer. */
export interface IssuedKey {
  id: string;
  key: string;
}

/** For the system itself, without asking the organization. */
export async function createApiKey(ctx: KeyContext, input: NewApiKey): Promise<IssuedKey> {
  const { organizationId, expiresAt, createdBy, ...rest } = NewApiKey.parse(input);
  return withSystemTx(ctx, async (tx) => {
    await lockOrganization(tx, organizationId);
    return issueKey(tx, {
      ...rest,
      organizationId,
      expiresAt: expiresAt == null ? null : new Date(expiresAt),
      createdBy: createdBy ?? null,
    });
  });
}

interface KeyToIssue {
  organizationId: string;
  name: string;
  scopes: readonly string[];
  connections: string[] | null;
  expiresAt: Date | null;
  createdBy: string | null;
}

/** Under the organization's lock: of two at once, the second counts the first. */
export async function issueKey(
  tx: InTransaction<KeyContext>,
  { scopes, ...values }: KeyToIssue,
): Promise<IssuedKey> {
  await checkKeyBound(tx, values.organizationId);
  const createdAt = tx.clock.now();
  const id = newId("key", createdAt);
  const key = newApiKeyText();
  await tx.db.orm.insert(apiKeys).values({
    ...values,
    id,
    scopes: [...new Set(scopes)],
    hash: tx.secret.hash("api-key", key),
    hint: key.slice(-4),
    createdAt,
  });
  return { id, key };
}

/** Revoked and expired keys do not count. */
async function checkKeyBound(
  tx: InTransaction<SystemContext>,
  organizationId: string,
): Promise<void> {
  const own = eq(apiKeys.organizationId, organizationId);
  const limit = bounds.liveApiKeys;
  if ((await tx.db.orm.$count(apiKeys, and(own, isLiveKey(tx.clock.now())))) < limit) return;
  const reason = `an organization has at most ${limit} live API keys: revoke one first`;
  throw new AppError("forbidden", { details: { reason, limit, bound: "live_keys" } });
}

/** Neither revoked nor expired. */
export function isLiveKey(now: Date) {
  const { revokedAt, expiresAt } = apiKeys;
  return and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now)));
}
