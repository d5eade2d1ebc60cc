import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { withTx, type SystemContext } from "#lib/db/context.ts";
import { ownerOfGrant } from "./owner-of-grant.ts";
import { grants } from "./grants.sql.ts";
import { grantTerms, idleMs, unusedMs } from "./terms.ts";

/**
 * Before a token of the grant is given out, by code or by refresh: notes the use. Null when the
 * grant has ended, or is past one of its ends: there is no token then.
 */
export async function noteToken(
  ctx: SystemContext,
  id: string,
): Promise<{ organizationId: string; userId: string; clientId: string; scopes: string[] } | null> {
  const now = ctx.clock.now();
  const { firstTokenAt, idleEndsAt, endsAt } = grants;
  const organization = await ownerOfGrant(ctx, id);
  if (organization === null) return null;
  const [grant] = await withTx({ ...ctx, organization }, ({ db }) =>
    db.orm
      .update(grants)
      .set({
        firstTokenAt: sql`coalesce(${firstTokenAt}, ${now.toISOString()}::timestamptz)`,
        lastUsedAt: now,
        idleEndsAt: new Date(now.getTime() + idleMs),
      })
      .where(
        and(
          eq(grants.id, id),
          isNull(grants.endedAt),
          gt(idleEndsAt, now),
          gt(endsAt, now),
          or(isNotNull(firstTokenAt), gt(grants.consentedAt, new Date(now.getTime() - unusedMs))),
        ),
      )
      .returning(),
  );
  if (grant === undefined) return null;
  const { organizationId, userId, clientId, scopes } = grant;
  return { organizationId, userId, clientId, scopes };
}

/** Part of a statement: a grant that is in use is not idle. `latest` is a part as for `noteKeyUse`. */
export const noteGrantUse = `
    update grants g set last_used_at = greatest(g.last_used_at, latest.at),
      idle_ends_at = greatest(g.idle_ends_at, latest.at + interval '${grantTerms.idleDays} days')
    from latest where g.id = latest.credential_id and g.ended_at is null`;
