import { and, eq, isNotNull, lte } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { connections } from "./connections.sql.ts";

type Tx = InTransaction<SystemContext>;

/** A sync has stored what it read. */
export async function noteSynced(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.db.orm
    .update(connections)
    .set({ ultimaSincronizacionEn: at })
    .where(eq(connections.id, id));
}

/** With `dueBy`, only while the sync noted so far is due: false when another server was quicker. */
export async function noteNextSync(
  tx: Tx,
  id: string,
  at: Date,
  dueBy: Date | null = null,
): Promise<boolean> {
  const due = dueBy === null ? undefined : lte(connections.proximaSincronizacionEn, dueBy);
  const noted = await tx.db.orm
    .update(connections)
    .set({ proximaSincronizacionEn: at })
    .where(and(eq(connections.id, id), due))
    .returning({ id: connections.id });
  return noted.length > 0;
}

/** The schedule as it is registered now, null for none, and when it fires next. */
export async function noteSchedule(
  tx: Tx,
  id: string,
  { schedule, nextAt }: { schedule: string | null; nextAt: Date | null },
): Promise<void> {
  await tx.db.orm
    .update(connections)
    .set({ schedule, proximaSincronizacionEn: nextAt })
    .where(eq(connections.id, id));
}

/** No connection's schedule is registered any more. */
export async function noteSchedulesLost(tx: Tx): Promise<void> {
  await tx.db.orm
    .update(connections)
    .set({ schedule: null })
    .where(isNotNull(connections.schedule));
}
