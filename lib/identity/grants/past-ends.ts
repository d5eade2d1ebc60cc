import { and, isNull, sql, type SQL } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { grants } from "./grants.sql.ts";
import { unusedMs, type GrantEnd } from "./terms.ts";

/**
 * Records the end of expired grants. They are refused from that instant on, recorded or not; this
 * gives the reason, and makes way for a new consent.
 */
export async function notePastEnds(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  which?: SQL,
): Promise<void> {
  const now = tx.clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const unusedSince = new Date(now.getTime() - unusedMs).toISOString();
  const isUnused = sql`(${grants.firstTokenAt} is null and ${grants.consentedAt} <= ${unusedSince}::timestamptz)`;
  await tx.db.orm
    .update(grants)
    .set({
      endedAt: now,
      endReason: sql<GrantEnd>`case when ${isUnused} then 'unused' when ${grants.idleEndsAt} < ${grants.endsAt} then 'idle' else 'expired' end`,
    })
    .where(
      and(
        isNull(grants.endedAt),
        sql`(${isUnused} or ${grants.endsAt} <= ${at} or ${grants.idleEndsAt} <= ${at})`,
        which,
      ),
    );
}
