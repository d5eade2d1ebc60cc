import { and, eq, gt, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { withTx, type SystemContext } from "#lib/db/context.ts";
import { ownerOfGrant } from "./owner-of-grant.ts";
import { grants } from "./grants.sql.ts";
import { grantTerms, idleMs, unusedMs } from "./terms.ts";

interface GrantInForce {
  userId: string;
  clientId: string;
}

const shown = { userId: grants.userId, clientId: grants.clientId };

/** The grant of a presented token; null when it has ended or expired. */
export async function grantInForce(ctx: SystemContext, id: string): Promise<GrantInForce | null> {
  const organization = await ownerOfGrant(ctx, id);
  if (organization === null) return null;
  const [grant] = await withTx({ ...ctx, organization }, ({ db }) =>
    db.orm
      .select(shown)
      .from(grants)
      .where(and(eq(grants.id, id), inForceAt(ctx.clock.now()))),
  );
  return grant ?? null;
}

/**
 * Records that a token of the grant was made, for a code or by refresh, which counts as use. Null
 * when it has ended meanwhile: that token must not be handed out.
 */
export async function noteToken(ctx: SystemContext, id: string): Promise<GrantInForce | null> {
  const now = ctx.clock.now();
  const organization = await ownerOfGrant(ctx, id);
  if (organization === null) return null;
  const [grant] = await withTx({ ...ctx, organization }, ({ db }) =>
    db.orm
      .update(grants)
      .set({
        firstTokenAt: sql`coalesce(${grants.firstTokenAt}, ${now.toISOString()}::timestamptz)`,
        lastUsedAt: now,
        idleEndsAt: new Date(now.getTime() + idleMs),
      })
      .where(and(eq(grants.id, id), inForceAt(now)))
      .returning(shown),
  );
  return grant ?? null;
}

function inForceAt(now: Date): SQL | undefined {
  const { firstTokenAt, consentedAt, idleEndsAt, endsAt, endedAt } = grants;
  const unusedSince = new Date(now.getTime() - unusedMs);
  return and(
    isNull(endedAt),
    gt(idleEndsAt, now),
    gt(endsAt, now),
    or(isNotNull(firstTokenAt), gt(consentedAt, unusedSince)),
  );
}

/** Part of a statement: a used grant is not idle. `latest` is a part as for `noteKeyUse`. */
export const noteGrantUse = `
    update grants g set last_used_at = greatest(g.last_used_at, latest.at),
      idle_ends_at = greatest(g.idle_ends_at, latest.at + interval '${grantTerms.idleDays} days')
    from latest where g.id = latest.credential_id and g.ended_at is null`;
