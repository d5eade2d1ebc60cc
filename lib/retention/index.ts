import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { prunes, type Prune } from "./terms.ts";

export { terms } from "./terms.ts";

interface Bounds {
  /** The most rows per statement. */
  rows: number;
  /** The most statements per table and run: the next run continues. */
  statements: number;
}

const usual: Bounds = { rows: 5_000, statements: 40 };

/** How long a table may be overdue before somebody is told. */
const lateMs = 7 * dayMs;

/**
 * Run by housekeeping: drops what is past its term in batches, each with its own commit. A table
 * that fails does not keep the others from being pruned.
 */
export async function prune(ctx: SystemContext, bounds: Bounds = usual): Promise<void> {
  const failures: unknown[] = [];
  const late = new Set<string>();
  const now = ctx.clock.now();
  for (const { table, drop, isLeft, since } of everyPruning(prunes)) {
    try {
      for (let left = bounds.statements; left > 0; left -= 1) {
        const [row] = await withSystemTx(ctx, ({ db }) =>
          db.run<{ rows: number }>(drop, [since(now), bounds.rows]),
        );
        if (row === undefined || row.rows < bounds.rows) break;
      }
      const [found] = await withSystemTx(ctx, ({ db }) =>
        db.run<{ left: boolean }>(isLeft, [since(new Date(now.getTime() - lateMs))]),
      );
      if (found?.left === true) late.add(table);
    } catch (error) {
      ctx.log.error("retention.not_pruned", { table, error });
      failures.push(error);
    }
  }
  ctx.log.measure("pruning", { TablesBehind: late.size });
  if (late.size > 0) ctx.log.warn("retention.behind", { tables: [...late] });
  if (failures.length > 0) throw new AggregateError(failures, "tables were not pruned");
}

/** How many rows of each table the next runs would drop; changes nothing. */
export async function countPast(ctx: SystemContext): Promise<Record<string, number>> {
  const now = ctx.clock.now();
  const counted: Record<string, number> = {};
  for (const { table, count, since } of everyPruning(prunes)) {
    const [row] = await withSystemTx(ctx, ({ db }) =>
      db.run<{ rows: number }>(count, [since(now)]),
    );
    counted[table] = (counted[table] ?? 0) + (row?.rows ?? 0);
  }
  return counted;
}

function everyPruning(given: readonly Prune[]) {
  return given.flatMap(({ since, prunings }) => prunings.map((one) => ({ ...one, since })));
}
