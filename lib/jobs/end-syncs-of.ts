import { and, eq, inArray } from "drizzle-orm";
import type { InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { lockJobsOf } from "./cancel-jobs-of.ts";
import { claimedColumns, type ClaimedJob } from "./claim-job.ts";
import { writeEnd, type JobEnder } from "./end-job.ts";
import { endAfter } from "./job-end.ts";
import { syncKinds } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";

/** What nothing can log in for any more, as a worker that found no credential would say it. */
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
 * For a connection whose credential is gone. What waits is canceled. What runs ends here: nothing that
 * such a worker reads from now on is stored, and it logs out at its next heartbeat. The ledger's
 * go on to their end, as nobody would know what became of what they do.
 */
export async function endSyncsOf(tx: InTransaction<JobEnder>, connectionId: string): Promise<void> {
  const finishedAt = tx.clock.now();
  // So that none goes from the one state to the other between the two statements.
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
