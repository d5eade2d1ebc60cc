import { and, eq, gt, inArray } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { cancelEvery } from "#lib/jobs/index.ts";
import { actOf, type Acts } from "./act.ts";
import { changeOperation } from "./change-operation.ts";
import { operations, preparations } from "./ledger.sql.ts";

/**
 * In a database of an earlier point, operations waiting at that time may have been done since. They
 * are not sent again: they are unknown, until the portal's list tells. And no preview of that time
 * may be issued.
 */
export async function doubtRestored(
  ctx: SystemContext,
  acts: Acts,
): Promise<{ unknown: number; previews: number }> {
  return withSystemTx(ctx, async (tx) => {
    const now = tx.clock.now();
    await cancelEvery(tx, ["emission", "preview"]);
    const open = await tx.db.orm
      .select()
      .from(operations)
      .where(inArray(operations.state, ["queued", "running", "crossed"]));
    for (const row of open) {
      await changeOperation(tx, actOf(acts, row).terms, {
        where: [eq(operations.id, row.id)],
        change: { state: "unknown" },
        set: { barrierAt: row.barrierAt ?? now, lookAgainAt: now },
      });
    }
    const ended = await tx.db.orm
      .update(preparations)
      .set({ expiresAt: now })
      .where(
        and(inArray(preparations.state, ["pending", "confirmed"]), gt(preparations.expiresAt, now)),
      )
      .returning({ id: preparations.id });
    return { unknown: open.length, previews: ended.length };
  });
}
