import { and, eq } from "drizzle-orm";
import { withSystemTx, type InTransaction, type SystemContext } from "../db/context.ts";
import { leaseFrom } from "./claim-job.ts";
import { syncJobs } from "./sync.sql.ts";

/** The job is no longer this worker's: it was thought dead and somebody else took it over. */
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

/** The one way for a worker to write to its job: inside a transaction, and only while it holds it. */
export async function changeHeld(
  tx: InTransaction<SystemContext>,
  held: HeldJob,
  change: JobChange,
): Promise<void> {
  const rows = await tx.db.orm
    .update(syncJobs)
    .set(change)
    .where(
      and(eq(syncJobs.id, held.id), eq(syncJobs.token, held.token), eq(syncJobs.status, "running")),
    )
    .returning({ id: syncJobs.id });
  if (rows.length === 0) throw new JobTakenOver();
}

export async function renewLease(ctx: SystemContext, held: HeldJob): Promise<void> {
  const leaseUntil = leaseFrom(ctx.clock.now());
  await withSystemTx(ctx, (tx) => changeHeld(tx, held, { leaseUntil }));
}

export async function showStep(ctx: SystemContext, held: HeldJob, step: string): Promise<void> {
  await withSystemTx(ctx, (tx) => changeHeld(tx, held, { step }));
}
