import { and, eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { syncJobs } from "./jobs.sql.ts";

/** A job that a worker has taken, or that has ended, stays as it is. */
export async function cancelQueued(ctx: Context, id: string): Promise<void> {
  const finishedAt = ctx.clock.now();
  await withTx(ctx, ({ db }) =>
    db.orm
      .update(syncJobs)
      .set({ status: "canceled", finishedAt })
      .where(
        and(
          eq(syncJobs.organizationId, ctx.organization.id),
          eq(syncJobs.id, id),
          eq(syncJobs.status, "queued"),
        ),
      ),
  );
}
