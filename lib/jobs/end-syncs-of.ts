import { and, eq, inArray } from "drizzle-orm";
import type { InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { lockJobsOf } from "./cancel-jobs-of.ts";
import { claimedColumns, type ClaimedJob } from "./claim-job.ts";
import { writeEnd, type JobEnder } from "./end-job.ts";
import { endAfter } from "./job-end.ts";
import { syncKinds } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";

/** Nothing can log in any more: the code of a worker that found no credential. */
const gone = "connection_credential_required";

const takeRunning: Statement = {
  name: "sync.take_running",
  repeatable: false,
  text: `
    update sync_jobs j set token = j.token + 1
    where j.connection_id = $1 and j.kind = any($2) and j.status = 'running'
    returning ${claimedColumns}`,
};

/**
 * For a connection whose credential is gone. Queued jobs are canceled. Running ones end here:
 * nothing that their workers read from now on is stored, and they log out at their next heartbeat.
 * The ledger's jobs continue, or the outcome of what they do would be unknown.
 */
export async function endSyncsOf(tx: InTransaction<JobEnder>, connectionId: string): Promise<void> {
  const finishedAt = tx.clock.now();
  // So that none changes from one state to the other between the two statements.
  await lockJobsOf(tx, connectionId);
  await tx.db.orm
    .update(syncJobs)
    .set({ status: "canceled", lastError: gone, finishedAt })
    .where(
      and(
        eq(syncJobs.connectionId, connectionId),
        inArray(syncJobs.kind, [...syncKinds]),
        eq(syncJobs.status, "queued"),
      ),
    );
  for (const job of await tx.db.run<ClaimedJob>(takeRunning, [connectionId, syncKinds])) {
    await writeEnd(tx, job, { ...endAfter(job, gone), finishedAt });
  }
}
