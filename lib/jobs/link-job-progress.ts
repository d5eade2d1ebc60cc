import { eq } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { syncJobs } from "./jobs.sql.ts";

export interface LinkJobProgress {
  status: "queued" | "running" | "succeeded" | "failed" | "canceled";
  step: string | null;
  /** Claims so far: a queued job with some is waiting to try again. */
  claims: number;
}

/** Where the login of a link stands, for the person who waits. */
export async function linkJobProgress(
  tx: InTransaction<SystemContext>,
  jobId: string,
): Promise<LinkJobProgress | null> {
  const { status, step, token } = syncJobs;
  const [row] = await tx.db.orm
    .select({ status, step, claims: token })
    .from(syncJobs)
    .where(eq(syncJobs.id, jobId));
  if (row === undefined) return null;
  return { ...row, status: row.status as LinkJobProgress["status"] };
}
