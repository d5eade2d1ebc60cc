import { and, eq, isNotNull, lte, type SQL } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { connections } from "./connections.sql.ts";

type Tx = InTransaction<SystemContext>;

/** Records that a sync has stored what it read. */
export async function noteSynced(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.db.orm
    .update(connections)
    .set({ ultimaSincronizacionEn: at })
    .where(eq(connections.id, id));
}

/**
 * With `only`, records it only while the stored next sync is due by that instant, or is that
 * instant; false otherwise.
 */
export async function noteNextSync(
  tx: Tx,
  id: string,
  at: Date,
  only: { dueBy: Date } | { noted: Date } | null = null,
): Promise<boolean> {
  const noted = await tx.db.orm
    .update(connections)
    .set({ proximaSincronizacionEn: at })
    .where(and(eq(connections.id, id), only === null ? undefined : isNoted(only)))
    .returning({ id: connections.id });
  return noted.length > 0;
}

function isNoted(only: { dueBy: Date } | { noted: Date }): SQL {
  const { proximaSincronizacionEn: noted } = connections;
  return "dueBy" in only ? lte(noted, only.dueBy) : eq(noted, only.noted);
}

/** Records the schedule as registered now, null for none, and when it fires next. */
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

/** Records that no connection's schedule is registered any more. */
export async function noteSchedulesLost(tx: Tx): Promise<void> {
  await tx.db.orm
    .update(connections)
    .set({ schedule: null })
    .where(isNotNull(connections.schedule));
}
