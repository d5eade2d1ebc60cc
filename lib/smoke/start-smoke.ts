import { desc, eq } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { SmokeResults } from "./parts.ts";
import { smokes, type Smoke } from "./smokes.sql.ts";

/**
 * Asks every part whether it is alive: only writes the row, which housekeeping finds within a
 * minute.
 */
export async function startSmoke(ctx: SystemContext): Promise<string> {
  const startedAt = ctx.clock.now();
  const id = newId("smk", startedAt);
  await withSystemTx(ctx, ({ db }) => db.orm.insert(smokes).values({ id, startedAt, results: {} }));
  return id;
}

export async function readSmoke(ctx: SystemContext, id: string): Promise<SmokeResults> {
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm.select({ results: smokes.results }).from(smokes).where(eq(smokes.id, id)),
  );
  return row?.results ?? {};
}

/** Null if there was never one. */
export async function newestSmoke(ctx: SystemContext): Promise<Smoke | null> {
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm.select().from(smokes).orderBy(desc(smokes.startedAt)).limit(1),
  );
  return row ?? null;
}
