import { and, gte, isNull, lt, sql } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { answerOpenSmoke } from "./answer-open-smoke.ts";
import { failedParts, smokeWaitMs } from "./parts.ts";
import { smokes } from "./smokes.sql.ts";
import { newestSmoke, startSmoke } from "./start-smoke.ts";

interface SmokeContext extends SystemContext {
  queue: Queue;
  emissionQueue: Queue;
  /** Whether one is started every day. On a stage without customers only people start one. */
  smokesDaily?: boolean;
}

const keptDays = 30;

/**
 * Run by housekeeping, every minute: starts the daily check, and sends the messages of all open
 * ones.
 */
export async function tendSmokes(ctx: SmokeContext): Promise<void> {
  const now = ctx.clock.now().getTime();
  const newest = await newestSmoke(ctx);
  const isDue = newest === null || newest.startedAt.getTime() <= now - dayMs;
  if (isDue && ctx.smokesDaily === true) await startSmoke(ctx);
  await sendSmokes(ctx);
  await answerOpenSmoke(ctx, "housekeeping");
  await withSystemTx(ctx, ({ db }) =>
    db.orm.delete(smokes).where(lt(smokes.startedAt, new Date(now - keptDays * dayMs))),
  );
  // One that may still be answered says nothing about the stage.
  if (newest === null || newest.startedAt.getTime() > now - 2 * smokeWaitMs) return;
  ctx.log.measure("smoke", { SmokePartsFailed: failedParts(newest.results).length });
}

async function sendSmokes(ctx: SmokeContext): Promise<void> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - 2 * smokeWaitMs);
  const told = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(smokes)
      .set({ sentAt: sql`${now.toISOString()}::timestamptz` })
      .where(and(isNull(smokes.sentAt), gte(smokes.startedAt, since)))
      .returning({ id: smokes.id }),
  );
  for (const { id } of told) {
    // Separately: an unreachable queue is one part's failure.
    for (const queue of [ctx.queue, ctx.emissionQueue]) {
      await queue.send({ jobId: id }, { group: "smoke" }).catch((error: unknown) => {
        ctx.log.error("smoke.not_sent", { smoke: id, error });
      });
    }
  }
}
