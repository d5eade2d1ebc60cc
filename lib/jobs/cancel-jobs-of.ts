import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { openStatuses } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { JobKind } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";

type Tx = InTransaction<SystemContext>;

/** Until the transaction ends nobody can claim any of them, and their workers can write nothing. */
export async function lockJobsOf(tx: Tx, connectionId: string): Promise<void> {
  await tx.db.orm
    .select({ id: syncJobs.id })
    .from(syncJobs)
    .where(isOpenOf(connectionId))
    .orderBy(syncJobs.id)
    .for("no key update");
}

/**
 * Includes the ledger's, which may then no longer cross their barrier. The caller must know whether
 * one has.
 */
export async function cancelJobsOf(tx: Tx, connectionId: string): Promise<void> {
  await cancelWhere(tx, isOpenOf(connectionId));
}

/** For every connection: jobs in a restored database might repeat what has been done since. */
export async function cancelEvery(tx: Tx, kinds: readonly JobKind[]): Promise<number> {
  return cancelWhere(tx, and(inArray(syncJobs.kind, [...kinds]), isOpen));
}

async function cancelWhere(tx: Tx, which: SQL | undefined): Promise<number> {
  const canceled = await tx.db.orm
    .update(syncJobs)
    .set({
      status: "canceled",
      token: sql`${syncJobs.token} + 1`,
      step: null,
      leaseUntil: null,
      finishedAt: tx.clock.now(),
    })
    .where(which)
    .returning({ id: syncJobs.id });
  return canceled.length;
}

const isOpen = inArray(syncJobs.status, openStatuses);

function isOpenOf(connectionId: string): SQL | undefined {
  return and(eq(syncJobs.connectionId, connectionId), isOpen);
}
