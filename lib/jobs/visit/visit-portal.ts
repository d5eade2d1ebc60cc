import { todayInSantiago } from "#lib/chile/index.ts";
import type { Company, OpenedPortal, PortalDriver } from "#lib/contract/index.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { ClaimedJob } from "../claim-job.ts";
import { keepEvidence } from "../evidence.ts";
import { JobTakenOver } from "../held-job.ts";
import { failureOf } from "../job.ts";
import { requireOpen } from "../login/login-ledger.ts";
import { logInOnRecord } from "../login/login.ts";
import type { JobSubject, OpenPortal, WorkerContext } from "../worker-context.ts";

interface PortalWork<T> {
  job: ClaimedJob;
  subject: JobSubject;
  signal: AbortSignal;
  /** The longest wait for a person to approve the login; by default the driver's own. */
  approvalWaitMs?: number;
  /** Whether what the portal shows at a failure is stored; by default it is. */
  keepsEvidence?: boolean;
  /** The work between login and logout. */
  inside(portal: PortalInside): Promise<T>;
}

/** A portal after its login. */
export interface PortalInside {
  driver: PortalDriver;
  /** The instant of the visit, which set the driver's today. */
  now: Date;
  /** Logs in once more, after the portal ended the session. */
  logInAgain(): Promise<void>;
  /** For a failure that does not end the visit, while the portal still shows it. */
  captureFailure(error: AppError): Promise<void>;
}

/** The outcome of a visit to a portal. */
export type Visit<T> =
  | { kind: "visited"; company: Company; value: T }
  | { kind: "failed"; error: AppError };

/** One login, the work, one logout: always logged out and closed, even when the work fails. */
export async function visitPortal<T>(ctx: WorkerContext, work: PortalWork<T>): Promise<Visit<T>> {
  const { job, signal, approvalWaitMs } = work;
  const now = ctx.clock.now();
  let portal: OpenedPortal | null = null;
  try {
    await requireOpen(ctx, work);
    portal = await openJobsPortal(ctx, job, {
      now,
      today: todayInSantiago(now),
      signal,
      ...(approvalWaitMs !== undefined && { approvalWaitMs }),
    });
    return await enter(ctx, work, portal, now);
  } catch (thrown) {
    if (thrown instanceof JobTakenOver) throw thrown;
    const error = failureOf(thrown, signal);
    if (portal !== null) await captureFailure(ctx, work, portal, error);
    return { kind: "failed", error };
  } finally {
    if (portal !== null) await logOut(ctx, job, portal);
  }
}

async function enter<T>(
  ctx: WorkerContext,
  work: PortalWork<T>,
  portal: OpenedPortal,
  now: Date,
): Promise<Visit<T>> {
  const { inside } = work;
  const { driver } = portal;
  crashPoint(`${ctx.worker}.before_login`);
  const company = await logInOnRecord(ctx, work, driver);
  crashPoint(`${ctx.worker}.after_login`);
  const value = await inside({
    driver,
    now,
    logInAgain: async () => void (await logInOnRecord(ctx, work, driver)),
    captureFailure: (error) => captureFailure(ctx, work, portal, error),
  });
  return { kind: "visited", company, value };
}

/** Stores what the portal shows after an unexpected failure. */
async function captureFailure(
  { worker, ...ctx }: WorkerContext,
  { job, keepsEvidence = true }: Pick<PortalWork<unknown>, "job" | "keepsEvidence">,
  portal: OpenedPortal,
  { code, entry: { owner }, cause }: AppError,
): Promise<void> {
  const isMistyped = job.kind === "link" && owner === "client";
  if (isMistyped) ctx.log.info("link.refused", { job: job.id, code });
  else ctx.log.warn(`${worker}.step_failed`, { job: job.id, code, owner, cause });
  if (owner === "client" || !keepsEvidence) return;
  try {
    const seen = await portal.evidence();
    if (seen !== null) await keepEvidence(ctx, job, code, seen);
  } catch (failure) {
    if (failure instanceof JobTakenOver) throw failure;
    // Evidence helps with repairs; the job's own end does not depend on it.
    ctx.log.warn(`${worker}.evidence_lost`, { job: job.id, error: failure });
  }
}

async function logOut(
  { worker, log }: WorkerContext,
  job: ClaimedJob,
  portal: OpenedPortal,
): Promise<void> {
  crashPoint(`${worker}.before_logout`);
  try {
    await portal.driver.logout();
  } catch (error) {
    log.warn(`${worker}.logout_failed`, { job: job.id, error });
  }
  crashPoint(`${worker}.after_logout`);
  await portal.close();
}

/** Logs why a portal did not open: no answer contains the cause. */
export async function openJobsPortal(
  ctx: { openPortal: OpenPortal; log: Log },
  { id, connector }: Pick<ClaimedJob, "id" | "connector">,
  options: Parameters<OpenPortal>[1],
): Promise<OpenedPortal> {
  try {
    return await ctx.openPortal(connector, options);
  } catch (error) {
    const cause = error instanceof AppError ? (error.cause ?? error.code) : error;
    ctx.log.error("portal.not_opened", { job: id, connector, cause });
    throw error;
  }
}
