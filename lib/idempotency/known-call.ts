import { and, eq, gt, inArray, or } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { idempotencyKeys } from "./idempotency.sql.ts";
import { fingerprintOf, type KeyedCall } from "./keyed-call.ts";

/** Whether the same call was made with this key, and is running or has its answer. */
export async function isKnownCall(ctx: Context, call: KeyedCall): Promise<boolean> {
  const { organizationId, key, fingerprint, state, leaseUntil } = idempotencyKeys;
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ key })
      .from(idempotencyKeys)
      .where(
        and(
          eq(organizationId, ctx.organization.id),
          eq(key, call.key),
          eq(fingerprint, fingerprintOf(call)),
          // A call whose lease has expired would run again.
          or(inArray(state, ["finished", "ledger"]), gt(leaseUntil, ctx.clock.now())),
        ),
      ),
  );
  return rows.length === 1;
}
