import { and, eq } from "drizzle-orm";
import { withTx, type Context, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idempotencyKeys } from "./idempotency.sql.ts";
import { fingerprintOf, type KeyedCall } from "./keyed-call.ts";

/** The operation that runs or ran under the key; null if it is unclaimed. */
export async function operationUnder(ctx: Context, call: KeyedCall): Promise<string | null> {
  const { operationId, fingerprint } = idempotencyKeys;
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ operationId, fingerprint })
      .from(idempotencyKeys)
      .where(keyOf(ctx.organization.id, call.key)),
  );
  if (row === undefined) return null;
  if (row.operationId === null || !row.fingerprint.equals(fingerprintOf(call))) {
    throw new AppError("idempotency_conflict");
  }
  return row.operationId;
}

/**
 * Claims the key for an operation, in the transaction that starts it; false when it is already
 * taken. Of two at once, the second waits here until the first commits.
 */
export async function claimForOperation(
  tx: InTransaction<Context>,
  call: KeyedCall,
  operationId: string,
): Promise<boolean> {
  const { key, toolId, connectionId } = call;
  const rows = await tx.db.orm
    .insert(idempotencyKeys)
    .values({
      organizationId: tx.organization.id,
      key,
      toolId,
      connectionId,
      fingerprint: fingerprintOf(call),
      state: "ledger",
      operationId,
      createdAt: tx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return rows.length === 1;
}

/** The operation is given up, and nothing happened outside: its key may be used again. */
export async function releaseOperationKey(
  { db }: InTransaction<SystemContext>,
  {
    organizationId,
    key,
    operationId,
  }: { organizationId: string; key: string; operationId: string },
): Promise<void> {
  await db.orm
    .delete(idempotencyKeys)
    .where(and(keyOf(organizationId, key), eq(idempotencyKeys.operationId, operationId)));
}

function keyOf(organizationId: string, key: string) {
  return and(eq(idempotencyKeys.organizationId, organizationId), eq(idempotencyKeys.key, key));
}
