import type { SystemContext } from "../../db/context.ts";
import type { Statement } from "../../db/database.ts";
import { firstOfEachEndpoint } from "./busy-endpoints.ts";
import { withIndexTx } from "./by-index.ts";

const findOldest: Statement = {
  name: "webhooks.oldest_due",
  repeatable: true,
  text: `
    with recursive ${firstOfEachEndpoint}
    select min(next_attempt_at) as "dueAt" from first where next_attempt_at <= $1`,
};

/** For how long the oldest delivery that is due has been waiting; 0 when none is. */
export async function oldestDueSeconds(ctx: SystemContext): Promise<number> {
  const now = ctx.clock.now();
  const [row] = await withIndexTx(ctx, ({ db }) =>
    db.run<{ dueAt: Date | null }>(findOldest, [now]),
  );
  const dueAt = row?.dueAt ?? now;
  return Math.round((now.getTime() - dueAt.getTime()) / 1000);
}
