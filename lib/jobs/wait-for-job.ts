import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "#lib/db/context.ts";
import { findJob } from "./find-job.ts";
import { isFinal, type JobRow } from "./job.ts";

const firstLookMs = 150;
const lookEveryMs = 400;

/** The job as it stands when it has ended, or when the wait is over. Real time, not the clock's. */
export async function waitForJob(ctx: Context, jobId: string, seconds: number): Promise<JobRow> {
  const until = performance.now() + seconds * 1000;
  let job = await findJob(ctx, jobId);
  for (let wait = firstLookMs; !isFinal(job.status); wait = lookEveryMs) {
    const left = until - performance.now();
    if (left <= 0) break;
    await pause(Math.min(wait, left));
    job = await findJob(ctx, jobId);
  }
  return job;
}
