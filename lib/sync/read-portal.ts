import type { PortalDriver, SyncOutcome } from "#lib/contract/index.ts";
import type { ClaimedJob, PortalInside, WorkerContext } from "#lib/jobs/index.ts";
import { readAlcances } from "./read-alcances.ts";

export interface PortalReading {
  outcomes: SyncOutcome[];
  /** Null when nobody asked, or the portal did not say. */
  tiposDte: number[] | null;
}

/** Everything that one visit reads. */
export async function readPortal(
  ctx: WorkerContext,
  job: ClaimedJob,
  portal: PortalInside,
  signal: AbortSignal,
): Promise<PortalReading> {
  const outcomes = await readAlcances(ctx, { job, portal, signal });
  return { outcomes, tiposDte: await issuableTypes(ctx, job, portal.driver) };
}

/** A link only proves the login; its first sync finds out what may be issued. */
async function issuableTypes(
  ctx: WorkerContext,
  job: ClaimedJob,
  driver: PortalDriver,
): Promise<number[] | null> {
  if (driver.issuableTypes === undefined || job.kind === "link") return null;
  try {
    return await driver.issuableTypes();
  } catch (error) {
    // Optional: what is already known of it stays, and the job ends as it would.
    ctx.log.warn("sync.issuable_types_unknown", { job: job.id, error });
    return null;
  }
}
