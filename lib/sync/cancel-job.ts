import type { Context } from "#lib/db/context.ts";
import { cancelQueued } from "#lib/jobs/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import { findSync, type Sync } from "./find-sync.ts";

/** Only a job that no worker has taken can be canceled; a canceled one stays as it is. */
export async function cancelJob(ctx: Context, id: string): Promise<Sync> {
  await findSync(ctx, id);
  await cancelQueued(ctx, id);
  const job = await findSync(ctx, id);
  if (job.status === "canceled") return job;
  throw validationError([
    {
      path: ["id"],
      code: "not_allowed",
      message: `A job that is ${job.status} cannot be canceled`,
    },
  ]);
}
