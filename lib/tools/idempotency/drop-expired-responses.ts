import { lte } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "../../db/context.ts";
import { idempotencyKeys } from "./idempotency.sql.ts";

/** Drops answers past their term. The key stays: it never becomes new again. */
export async function dropExpiredResponses(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(idempotencyKeys)
      .set({ response: null, responseExpiresAt: null })
      .where(lte(idempotencyKeys.responseExpiresAt, ctx.clock.now())),
  );
}
