import { withSystemTx, type InTransaction, type SystemContext } from "../db/context.ts";
import type { Statement } from "../db/database.ts";

/**
 * Every table of a drain's statements is reached by an index, a few rows at a time. A planner that
 * knows a grown queue by old figures would read all of it and sort: 2 ms become 500.
 */
const byIndex: Statement = {
  name: "webhooks.by_index",
  repeatable: false,
  text: `select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`,
};

/** A transaction of the system in which indexes are used, whatever the planner thinks. */
export function withIndexTx<C extends SystemContext, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return withSystemTx(ctx, async (tx) => {
    await tx.db.run(byIndex, []);
    return work(tx);
  });
}
