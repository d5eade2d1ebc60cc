import { sql } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { links } from "./links.sql.ts";

/** No worker took the login for this long: the person has left, and the password must not wait. */
const queuedLifeMinutes = 60;

/** Returns the tries whose login ended without a result, or never began. Returns how many. */
export async function expireLinks(ctx: SystemContext): Promise<number> {
  const now = ctx.clock.now();
  const tooOld = new Date(now.getTime() - queuedLifeMinutes * minuteMs);
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(links)
      .set({
        state: "open",
        sealed: null,
        lastFailure: "error",
        attempts: sql`${links.attempts} - 1`,
      })
      .where(
        sql`${links.state} = 'verifying' and not exists (
          select from sync_jobs j where j.id = ${links.jobId} and (
            j.status = 'running' or (j.status = 'queued' and ${links.attemptedAt} > ${tooOld})))`,
      )
      .returning({ id: links.id }),
  );
  return rows.length;
}
