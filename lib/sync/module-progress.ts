import type { ModuleProgress } from "#lib/contract/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { changeHeld, type ClaimedJob } from "#lib/jobs/index.ts";

type Progress = Record<string, ModuleProgress>;

/** Records on the job's row, for observers, that the worker begins with the module. */
export async function beginModule(
  ctx: SystemContext,
  job: ClaimedJob,
  alcance: string,
): Promise<void> {
  const startedAt = ctx.clock.now().toISOString();
  const begun = { ...job.progress?.[alcance], startedAt, endedAt: null, error: null };
  job.progress = { ...job.progress, [alcance]: begun };
  await write(ctx, job, { step: `leyendo:${alcance}`, progress: job.progress });
}

/** Nothing of it was stored, so its end is written separately. */
export async function failModule(
  ctx: SystemContext,
  job: ClaimedJob,
  alcance: string,
  error: ErrorCode,
): Promise<void> {
  // Never begun, because an earlier one ended the visit: there is no time to record.
  if (job.progress?.[alcance] === undefined) return;
  await write(ctx, job, { progress: withEnd(job, alcance, { at: ctx.clock.now(), error }) });
}

/** A failure leaves an earlier attempt's reading as it was stored. */
interface ModuleEnd {
  at: Date;
  error: ErrorCode | null;
  lacksCounterpart?: boolean | undefined;
}

/** Adds the module's end, to be written with what was read of it. */
export function withEnd(job: ClaimedJob, alcance: string, end: ModuleEnd): Progress {
  const endedAt = end.at.toISOString();
  const startedAt = job.progress?.[alcance]?.startedAt ?? endedAt;
  const lacks = end.lacksCounterpart ?? lacksCounterpart(job, alcance);
  const ended = { startedAt, endedAt, error: end.error };
  const noted = lacks ? { ...ended, lacksCounterpart: true as const } : ended;
  job.progress = { ...job.progress, [alcance]: noted };
  return job.progress;
}

/** It was stored, but a month that reads the rest may still prove it. */
export function lacksCounterpart({ progress }: ClaimedJob, alcance: string): boolean {
  return progress?.[alcance]?.lacksCounterpart === true;
}

/** Checks the token: a worker that no longer holds the job writes nothing. */
function write(
  ctx: SystemContext,
  job: ClaimedJob,
  change: { step?: string; progress: Progress },
): Promise<void> {
  return withSystemTx(ctx, (tx) => changeHeld(tx, job, change));
}
