import { and, eq, lte } from "drizzle-orm";
import { keptAnswerDays } from "#lib/contract/index.ts";
import { withSystemTx, withTx, type Context, type SystemContext } from "#lib/db/context.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { idempotencyKeys } from "./idempotency.sql.ts";

/** A claim that this call holds. Its writes change nothing once the key was taken over. */
interface HeldKey {
  key: string;
  token: string;
}

interface FinalAnswer {
  /** The answer, sealed. */
  response: Buffer;
  outcome: string;
  httpStatus: number;
}

/** False when the key was taken over meanwhile: this answer is then discarded. */
export async function finishKey(
  ctx: Context,
  held: HeldKey,
  answer: FinalAnswer,
): Promise<boolean> {
  const finishedAt = ctx.clock.now();
  const responseExpiresAt = new Date(finishedAt.getTime() + keptAnswerDays * dayMs);
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .update(idempotencyKeys)
      .set({ state: "finished", ...answer, finishedAt, responseExpiresAt })
      .where(ownClaim(ctx, held))
      .returning({ key: idempotencyKeys.key }),
  );
  return rows.length === 1;
}

/** Nothing happened outside, so the key may be used again. */
export async function releaseKey(ctx: Context, held: HeldKey): Promise<void> {
  await withTx(ctx, ({ db }) => db.orm.delete(idempotencyKeys).where(ownClaim(ctx, held)));
}

function ownClaim(ctx: Context, { key, token }: HeldKey) {
  return and(
    eq(idempotencyKeys.organizationId, ctx.organization.id),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.token, token),
    eq(idempotencyKeys.state, "running"),
  );
}

/** Drops answers past their term. The key stays: it never becomes new again. */
export async function dropExpiredResponses(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(idempotencyKeys)
      .set({ response: null, responseExpiresAt: null })
      .where(lte(idempotencyKeys.responseExpiresAt, ctx.clock.now())),
  );
}
