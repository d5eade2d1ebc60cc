import { and, desc, eq, lt, not, type SQL } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { shownVersion } from "#lib/kernel/shown-version.ts";
import { apiKeys, members } from "../identity.sql.ts";
import { requireReader, roles } from "../members/roles.ts";
import { isLiveKey } from "./issue-key.ts";
import type { KeyRow } from "./own-key.ts";

export interface Key {
  id: string;
  name: string;
  /** The last four characters. */
  hint: string;
  scopes: string[];
  /** Null means all of the organization's connections. */
  connections: string[] | null;
  /** Null if the operator made it; without a name when the person is no longer a member. */
  maker: { userId: string; name: string | null } | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  state: "live" | "expired" | "revoked";
  /** Changes with everything that a form can change. */
  version: string;
}

interface KeyPage {
  keys: Key[];
  /** The `after` of the next part, if there is one. */
  next: string | null;
}

const pageSize = 50;

/** Live keys, or those that have ended, newest first. For every member. */
export async function listKeys(
  ctx: Context,
  { ended = false, after }: { ended?: boolean; after?: string | undefined } = {},
): Promise<KeyPage> {
  const live = isLiveKey(ctx.clock.now());
  const which = ended && live !== undefined ? not(live) : live;
  const behind = after === undefined ? undefined : lt(apiKeys.id, after);
  const rows = await withTx(ctx, async (tx) => {
    await requireReader(tx, roles);
    return select(tx, and(which, behind), pageSize + 1);
  });
  const keys = rows.slice(0, pageSize);
  return { keys, next: rows.length > pageSize ? (keys.at(-1)?.id ?? null) : null };
}

/** Null for an unknown id, including another organization's. */
export async function findKey(ctx: Context, id: string): Promise<Key | null> {
  const [key] = await withTx(ctx, async (tx) => {
    await requireReader(tx, roles);
    return select(tx, eq(apiKeys.id, id), 1);
  });
  return key ?? null;
}

async function select(
  { db, organization, clock }: InTransaction<Context>,
  which: SQL | undefined,
  limit: number,
): Promise<Key[]> {
  const rows = await db.orm
    .select({ key: apiKeys, maker: members.name })
    .from(apiKeys)
    .leftJoin(
      members,
      and(
        eq(members.organizationId, apiKeys.organizationId),
        eq(members.userId, apiKeys.createdBy),
      ),
    )
    .where(and(eq(apiKeys.organizationId, organization.id), which))
    .orderBy(desc(apiKeys.id))
    .limit(limit);
  return rows.map(({ key, maker }) => toKey(key, maker, clock.now()));
}

export function toKey(row: KeyRow, makerName: string | null, now: Date): Key {
  const { organizationId: _, hash: __, createdBy, ...shown } = row;
  const { expiresAt, revokedAt } = row;
  const isExpired = expiresAt !== null && expiresAt <= now;
  return {
    ...shown,
    maker: createdBy === null ? null : { userId: createdBy, name: makerName },
    state: revokedAt !== null ? "revoked" : isExpired ? "expired" : "live",
    version: versionOf(row),
  };
}

function versionOf({ scopes, connections, revokedAt }: KeyRow): string {
  return shownVersion([scopes.toSorted(), connections?.toSorted() ?? null, revokedAt]);
}
