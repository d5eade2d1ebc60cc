import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { Periodo } from "#lib/chile/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { SessionEnded, type AlcanceReading, type SyncOutcome } from "#lib/contract/index.ts";
import {
  failureOf,
  JobTakenOver,
  LoginClosed,
  LoginFailed,
  type ClaimedJob,
  type PortalInside,
} from "#lib/jobs/index.ts";
import { beginModule, failModule, lacksCounterpart } from "./module-progress.ts";
import { storeReading } from "./store-reading.ts";

interface ReadingParts {
  job: ClaimedJob;
  portal: PortalInside;
  signal: AbortSignal;
}

/** After these nothing else can be read in the same session. */
const endsTheVisit = new Set<ErrorCode>([
  "connection_identity_mismatch",
  "connection_busy",
  "connection_credential_required",
  "timeout",
]);

/** These concern the job, or the login of all its modules. */
const endsTheJob = [JobTakenOver, LoginClosed, LoginFailed];

/** Reads and stores module by module; a failed one does not undo another. */
export async function readAlcances(
  ctx: SystemContext,
  parts: ReadingParts,
): Promise<SyncOutcome[]> {
  const { job } = parts;
  const relogins = { left: 1 };
  let outcomes = job.outcomes.filter((earlier) => earlier.status !== "failed");
  const stored = outcomes.map(({ alcance }) => alcance);
  const finished = stored.filter((alcance) => !lacksCounterpart(job, alcance));
  let ended: AppError | null = null;
  for (const alcance of job.alcances) {
    if (finished.includes(alcance)) continue;
    try {
      if (ended !== null) throw ended;
      await beginModule(ctx, job, alcance);
      const readAt = parts.portal.now;
      const reading = { ...(await readOnce(parts, alcance, relogins)), readAt };
      crashPoint("sync.before_store");
      outcomes = await storeReading(ctx, job, alcance, reading, outcomes);
      job.outcomes = outcomes;
      crashPoint("sync.after_store");
    } catch (thrown) {
      if (endsTheJob.some((kind) => thrown instanceof kind)) throw thrown;
      const error = failureOf(thrown, parts.signal);
      if (ended === null) await parts.portal.captureFailure(error);
      if (endsTheVisit.has(error.code)) ended = error;
      else if (parts.signal.aborted) ended = new AppError("timeout", { cause: error });
      const failed = { alcance, status: "failed", records_synced: 0, error: error.code } as const;
      // What an earlier attempt stored of it stays.
      if (!stored.includes(alcance)) outcomes = [...outcomes, failed];
      await failModule(ctx, job, alcance, error.code);
    }
  }
  return outcomes;
}

async function readOnce(
  { job, portal, signal }: ReadingParts,
  alcance: string,
  relogins: { left: number },
): Promise<AlcanceReading> {
  const periodo = Periodo.parse(job.periodo);
  for (;;) {
    if (signal.aborted) throw new AppError("timeout");
    try {
      return await portal.driver.read(alcance, periodo);
    } catch (error) {
      if (!(error instanceof SessionEnded)) throw error;
      // Logged out twice means that somebody else is using the login.
      if (relogins.left === 0) throw new AppError("connection_busy", { cause: error });
      relogins.left -= 1;
      await portal.logInAgain();
    }
  }
}
