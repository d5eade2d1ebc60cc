import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { answerSmoke } from "./answer-smoke.ts";
import { smokeWaitMs, type SmokePart } from "./parts.ts";

const findOpen: Statement = {
  name: "smoke.find_open",
  repeatable: true,
  text: "select id from smokes where started_at >= $1 and not results ? $2 order by started_at",
};

/** For a part that gets no messages: it runs every minute, and checks whether it is asked. */
export async function answerOpenSmoke(ctx: SystemContext, part: SmokePart): Promise<void> {
  // Twice the wait: a late answer still says when.
  const since = new Date(ctx.clock.now().getTime() - 2 * smokeWaitMs);
  const open = await withSystemTx(ctx, ({ db }) => db.run<{ id: string }>(findOpen, [since, part]));
  for (const { id } of open) await answerSmoke(ctx, { id, part });
}
