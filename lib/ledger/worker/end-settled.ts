import { and, eq } from "drizzle-orm";
import { withSystemTx } from "#lib/db/context.ts";
import { violatedConstraint } from "#lib/db/failures.ts";
import { wakeWorker, type ClaimedJob, type WorkerContext } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import type { Outcome } from "../act.ts";
import { settleOperation, type Settled } from "./settle-operation.ts";
import { type Also, endFailed, endWell, type VisitedAct } from "./visit-act.ts";

/** One operation's name cannot be another's. */
const ofOne = ["operations_one_per_folio", "operations_one_per_name"];

/** Ends the job together with its operation. */
export async function endSettled(
  ctx: WorkerContext,
  job: ClaimedJob,
  visit: VisitedAct<unknown>,
  settled: Settled,
  outcome: Outcome,
): Promise<void> {
  const { vault, secret } = ctx;
  const endAs = (end: Outcome): Promise<void> => {
    const also: Also = (tx) => settleOperation({ ...tx, vault, secret }, settled, end);
    return visit.kind === "failed"
      ? endFailed(ctx, job, visit, also)
      : endWell(ctx, job, visit, { also });
  };
  try {
    await endAs(outcome);
  } catch (error) {
    const violated = violatedConstraint(error) ?? "";
    // Since the refusal another operation has begun that reverses the same document.
    if (violated === "operations_one_per_target" && visit.kind === "visited") {
      return endWell(ctx, job, visit);
    }
    if (!ofOne.includes(violated)) throw error;
    // It belongs to another operation of the company, about which nobody here is told anything.
    await endAs({ kind: "unknown" });
  }
  if (settled.terms.changed !== undefined) await wakeFollowing(ctx, job);
}

/** Wakes what its act started in the transaction of the end, such as fetching its file. */
async function wakeFollowing(ctx: WorkerContext, job: ClaimedJob): Promise<void> {
  const { targetId, organizationId, requestId } = job;
  const started = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ id: syncJobs.id })
      .from(syncJobs)
      .where(and(eq(syncJobs.targetId, targetId ?? ""), eq(syncJobs.status, "queued"))),
  );
  for (const { id } of started) await wakeWorker({ ...ctx, requestId }, id, organizationId);
}
