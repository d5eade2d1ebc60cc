import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { grants } from "./grants.sql.ts";
import { idleMs, unusedMs } from "./terms.ts";

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
  const [grant] = await withSystemTx(ctx, ({ db }) =>
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
