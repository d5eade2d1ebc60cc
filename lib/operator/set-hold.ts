import { and, asc, eq } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { holds } from "./holds.sql.ts";

type Hold = typeof holds.$inferSelect;
type Held = Pick<Hold, "kind" | "subject">;

/** Replaces an organization: all of them. */
export const everyOrganization = "*";
/** The same while a restore lasts: the operator's own hold is independent of it. */
export const untilRestored = "restore";

/** Takes effect at its commit. False if it was already held; its start is then unchanged. */
export async function setHold(ctx: SystemContext, held: Held): Promise<boolean> {
  const set = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .insert(holds)
      .values({ ...held, since: ctx.clock.now() })
      .onConflictDoNothing()
      .returning({ kind: holds.kind }),
  );
  return set.length > 0;
}

/** What waited continues within minutes. False if it was not held. */
export async function dropHold(ctx: SystemContext, { kind, subject }: Held): Promise<boolean> {
  const dropped = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .delete(holds)
      .where(and(eq(holds.kind, kind), eq(holds.subject, subject)))
      .returning({ kind: holds.kind }),
  );
  return dropped.length > 0;
}

export async function listHolds(ctx: SystemContext): Promise<Hold[]> {
  return withSystemTx(ctx, ({ db }) =>
    db.orm.select().from(holds).orderBy(asc(holds.kind), asc(holds.subject)),
  );
}
