import { todayInSantiago } from "../chile/index.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import type { AppError } from "../kernel/errors/index.ts";
import type { Company, PortalDriver } from "#lib/contract/index.ts";
import {
  type ClaimedJob,
  failureOf,
  type JobSubject,
  JobTakenOver,
  keepEvidence,
  logIn,
  LoginFailed,
  openJobsPortal,
  type OpenedPortal,
  showStep,
  type SyncOutcome,
  type WorkerContext,
} from "#lib/jobs/index.ts";
import { readAlcances } from "./read-alcances.ts";

/** What a visit to a portal came to. */
export type Visit =
  | { kind: "visited"; company: Company; outcomes: SyncOutcome[] }
  | { kind: "login_failed"; error: LoginFailed }
  | { kind: "failed"; error: AppError };

const liveApprovalWaitMs = 8_000;

/** One login, the reading, one logout: whatever happens between, the portal is left and closed. */
export async function visitPortal(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  signal: AbortSignal,
): Promise<Visit> {
  const now = ctx.clock.now();
  let portal: OpenedPortal | null = null;
  try {
    portal = await openJobsPortal(ctx, job, {
      now,
      today: todayInSantiago(now),
      signal,
      // Somebody waits for the answer of a live call: the device is not waited for as long.
      ...(job.kind === "verify" && { approvalWaitMs: liveApprovalWaitMs }),
    });
    return await inside(ctx, job, subject, portal, signal);
  } catch (thrown) {
    if (thrown instanceof JobTakenOver) throw thrown;
    if (thrown instanceof LoginFailed) return { kind: "login_failed", error: thrown };
    return { kind: "failed", error: failureOf(thrown, signal) };
  } finally {
    if (portal !== null) await leave(ctx, job, portal);
  }
}

async function inside(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  portal: OpenedPortal,
  signal: AbortSignal,
): Promise<Visit> {
  const { driver } = portal;
  const onFailure = (error: AppError): Promise<void> => look(ctx, job, portal, error);
  let company: Company;
  try {
    crashPoint("sync.before_login");
    // Last before the login: whoever was frozen until somebody else took the job stops here.
    await showStep(ctx, job, "entrando");
    company = await logIn(driver, subject);
    crashPoint("sync.after_login");
  } catch (thrown) {
    if (!(thrown instanceof JobTakenOver)) await onFailure(failureOf(thrown, signal));
    throw thrown;
  }
  const outcomes = await readAlcances(ctx, {
    job,
    driver,
    signal,
    logInAgain: async () => void (await logIn(driver, subject)),
    onFailure,
  });
  const tiposDte = await issuableTypes(ctx, job, driver);
  return { kind: "visited", company: { ...company, ...(tiposDte && { tiposDte }) }, outcomes };
}

/** A link only proves the login; its first sync tells what may be issued. */
async function issuableTypes(
  ctx: WorkerContext,
  job: ClaimedJob,
  driver: PortalDriver,
): Promise<number[] | null> {
  if (driver.issuableTypes === undefined || job.kind === "link") return null;
  try {
    return await driver.issuableTypes();
  } catch (error) {
    // Beside what was asked for: what is known of it stays, and the job ends as it would.
    ctx.log.warn("sync.issuable_types_unknown", { job: job.id, error });
    return null;
  }
}

/** Keeps what the portal shows when nobody could have expected it. */
async function look(
  ctx: WorkerContext,
  job: ClaimedJob,
  portal: OpenedPortal,
  error: AppError,
): Promise<void> {
  const { owner } = error.entry;
  ctx.log.warn("sync.step_failed", { job: job.id, code: error.code, owner, cause: error.cause });
  if (owner === "client") return;
  try {
    const seen = await portal.evidence();
    if (seen !== null) await keepEvidence(ctx, job, error.code, seen);
  } catch (failure) {
    if (failure instanceof JobTakenOver) throw failure;
    // Evidence helps to repair; the job's own end does not depend on it.
    ctx.log.warn("sync.evidence_lost", { job: job.id, error: failure });
  }
}

async function leave(ctx: WorkerContext, job: ClaimedJob, portal: OpenedPortal): Promise<void> {
  crashPoint("sync.before_logout");
  try {
    await portal.driver.logout();
  } catch (error) {
    ctx.log.warn("sync.logout_failed", { job: job.id, error });
  }
  crashPoint("sync.after_logout");
  await portal.close();
}
