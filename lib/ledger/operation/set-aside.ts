import { and, eq, isNull, sql } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { operations } from "../ledger.sql.ts";

/** As far as anybody has seen, a list that lags behind has caught up by then. */
const lookedForHours = 24;

/** Unknown, and a look this long after its barrier did not find it either. */
export const mayBeSetAside = sql<boolean>`(${operations.state} = 'unknown'
  and ${operations.setAsideAt} is null
  and exists (select from operation_evidence e
    where e.operation_id = ${operations.id} and e.step = 'issued_list'
      and e.at >= ${operations.barrierAt} + ${`${lookedForHours} hours`}::interval))`;

/**
 * A person goes on without knowing. It stays unknown and is looked for as before, but no longer
 * holds others back. Only for an act whose look can tell a later one from it. False where it is not
 * allowed.
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
