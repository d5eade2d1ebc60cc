import { AppError } from "#lib/kernel/errors/index.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { ClaimedJob } from "./claim-job.ts";
import type { OpenedPortal, OpenPortal } from "./worker-context.ts";

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
