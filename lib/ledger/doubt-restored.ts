import { and, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { cancelEvery } from "#lib/jobs/index.ts";
import { actOf, type Acts } from "./act.ts";
import { changeOperation } from "./operation/change-operation.ts";
import { operations, preparations, type OperationRow } from "./ledger.sql.ts";

/**
 * In a database of an earlier point, operations waiting at that time may have been done since. They
 * are not sent again: they are unknown, until the portal tells. Where nobody had read by then what was
 * listed before, the list alone tells nothing. And no preview of that time may be issued.
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
      const { terms, knowsItsOwn } = actOf(acts, row);
      const isUnread = knowsItsOwn === true && row.known === null;
      const known = isUnread ? await namesOfAlike(tx, row) : row.known;
      await changeOperation(tx, terms, {
        where: [eq(operations.id, row.id)],
        change: { state: "unknown" },
        set: { known, barrierAt: row.barrierAt ?? row.createdAt, lookAgainAt: now },
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

/** What the company had done by then that is alike, by whichever connection. */
async function namesOfAlike(
  { db }: InTransaction<SystemContext>,
  { connector, companyRut, kind, looksLike }: OperationRow,
): Promise<string[]> {
  const done = await db.orm
    .select({ name: operations.externalRef })
    .from(operations)
    .where(
      and(
        eq(operations.connector, connector),
        eq(operations.companyRut, companyRut),
        eq(operations.kind, kind),
        eq(operations.looksLike, looksLike),
        isNotNull(operations.externalRef),
      ),
    );
  return done.flatMap(({ name }) => name ?? []);
}
