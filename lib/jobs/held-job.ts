import { and, eq, sql } from "drizzle-orm";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { leaseFrom } from "./claim-job.ts";
import { syncJobs } from "./jobs.sql.ts";

/** The job is no longer this worker's: it was thought dead and another worker took the job over. */
export class JobTakenOver extends Error {
  constructor() {
    super("another worker took the job over");
    this.name = "JobTakenOver";
  }
}

export interface HeldJob {
  id: string;
  token: number;
}

type JobChange = Partial<typeof syncJobs.$inferInsert>;

/**
 * The only way for a worker to write to its job: inside a transaction, and only while it holds it.
 */
export async function changeHeld(
  tx: InTransaction<SystemContext>,
  held: HeldJob,
  change: JobChange,
): Promise<void> {
  const rows = await tx.db.orm
    .update(syncJobs)
    .set(change)
    .where(isHeld(held))
    .returning({ id: syncJobs.id });
  if (rows.length === 0) throw new JobTakenOver();
}

/**
 * For what a worker writes in addition to its job, in the same transaction. Until that ends nobody
 * can take the job over: its writes are made by the job's holder, or not at all.
 */
export async function requireHeld(tx: InTransaction<SystemContext>, held: HeldJob): Promise<void> {
  const rows = await tx.db.orm
    .select({ id: syncJobs.id })
    .from(syncJobs)
    .where(isHeld(held))
    .for("no key update");
  if (rows.length === 0) throw new JobTakenOver();
}

function isHeld({ id, token }: HeldJob) {
  return and(eq(syncJobs.id, id), eq(syncJobs.token, token), eq(syncJobs.status, "running"));
}

/** A renewal that had to wait must not shorten a lease that a later write extended. */
export async function renewLease(ctx: SystemContext, held: HeldJob): Promise<void> {
  const leaseUntil = leaseFrom(ctx.clock.now()).toISOString();
  const later = sql`greatest(${syncJobs.leaseUntil}, ${leaseUntil}::timestamptz)`;
  await withSystemTx(ctx, async (tx) => {
    const renewal = tx.db.orm.update(syncJobs).set({ leaseUntil: later }).where(isHeld(held));
    if ((await renewal.returning({ id: syncJobs.id })).length === 0) throw new JobTakenOver();
  });
}

export async function showStep(ctx: SystemContext, held: HeldJob, step: string): Promise<void> {
  await withSystemTx(ctx, (tx) => changeHeld(tx, held, { step }));
  ctx.log.debug("portal.step", { job: held.id, step });
}
