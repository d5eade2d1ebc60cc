import { and, eq, lte } from "drizzle-orm";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { credentials } from "./credentials.sql.ts";

/** Connections whose agreed access has ended: the earliest end first. */
export function endedAccess(ctx: SystemContext, most: number): Promise<string[]> {
  return withSystemTx(ctx, async ({ db, clock }) => {
    const rows = await db.orm
      .select({ id: credentials.connectionId })
      .from(credentials)
      .where(lte(credentials.accessUntil, clock.now()))
      .orderBy(credentials.accessUntil)
      .limit(most);
    return rows.map(({ id }) => id);
  });
}

/** The same for one connection, which the caller has locked. */
export async function isAccessEnded(
  { db, clock }: InTransaction<SystemContext>,
  connectionId: string,
): Promise<boolean> {
  const own = eq(credentials.connectionId, connectionId);
  const ended = await db.orm.$count(
    credentials,
    and(own, lte(credentials.accessUntil, clock.now())),
  );
  return ended > 0;
}
