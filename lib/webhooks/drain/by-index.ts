import type { InTransaction, SystemContext } from "../../db/context.ts";

/**
 * A transaction of the system in which indexes are used, whatever the planner thinks. Every table
 * of a drain's statements is reached by one, a few rows at a time; a planner that knows a grown
 * queue by old figures would read all of it and sort: 2 ms become 500.
 */
export function withIndexTx<C extends SystemContext, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction("*", (db) => work({ ...ctx, db }), "by_index");
}
