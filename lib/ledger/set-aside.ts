import { and, eq, isNull, sql } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { operations } from "./ledger.sql.ts";

/** By then a list that was late has caught up, as far as anybody has seen. */
const lookedForHours = 24;

/** Unknown, and a look so long after its barrier did not find it either. */
export const mayBeSetAside = sql<boolean>`(${operations.state} = 'unknown'
  and ${operations.setAsideAt} is null
  and exists (select from operation_evidence e
    where e.operation_id = ${operations.id} and e.step = 'issued_list'
      and e.at >= ${operations.barrierAt} + ${`${lookedForHours} hours`}::interval))`;

/**
 * A person goes on without knowing. It stays unknown and is looked for as before; what it kept back it
 * keeps back no more. Only for an act whose look tells a later one from it. False where it may not be.
 */
export async function setAside(
  { db, clock }: InTransaction<SystemContext>,
  operationId: string,
): Promise<boolean> {
  const changed = await db.orm
    .update(operations)
    .set({ setAsideAt: clock.now() })
    .where(and(eq(operations.id, operationId), isNull(operations.setAsideAt), mayBeSetAside))
    .returning({ id: operations.id });
  return changed.length > 0;
}
