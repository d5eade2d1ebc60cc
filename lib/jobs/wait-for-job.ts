import { setTimeout as pause } from "node:timers/promises";
import { isOpenStatus } from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import { tellOfWait } from "#lib/kernel/waiting.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { jobState, type JobState } from "./find-job.ts";

const firstLookMs = 150;
const lookEveryMs = 400;

/** Asks until the answer is final, or the wait is over. Uses real time, not the clock's. */
export async function waitFor<T>(
  ask: () => Promise<T>,
  isLast: (answer: T) => boolean,
  seconds: number,
): Promise<T> {
  const until = performance.now() + seconds * 1000;
  let answer = await ask();
  for (let wait = firstLookMs; !isLast(answer); wait = lookEveryMs) {
    const left = until - performance.now();
    if (left <= 0) break;
    tellOfWait(left);
    await pause(Math.min(wait, left));
    answer = await ask();
  }
  return answer;
}

/** The job when it has ended, or as it is when the wait is over. */
export function waitForJob(ctx: Context, jobId: string, seconds: number): Promise<JobState> {
  return waitFor(
    () => jobState(ctx, jobId),
    ({ status }) => !isOpenStatus(status),
    seconds,
  );
}

/** A failed job, as the error for its caller; `timeout` while it still runs. */
export function errorOfJob({ status, lastError, result }: JobState): AppError {
  if (isOpenStatus(status) || lastError === null) return new AppError("timeout");
  const details = result?.["details"] as Record<string, unknown> | undefined;
  return new AppError(lastError, details === undefined ? {} : { details });
}
