import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import type { Actor } from "#lib/db/actors.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ActTerms } from "../act.ts";
import { isDone, isUndecided, type OperationRow, operations } from "../ledger.sql.ts";

type Tx = Pick<InTransaction<SystemContext>, "db">;

/**
 * Throws while it is unknown whether another operation of the company that is alike was
 * issued, requested by somebody in the organization. A second one would be the duplicate that keys
 * are there to prevent, and the two could never be told apart again.
 */
export async function refuseAlike(
  { db }: Tx,
  { words }: ActTerms,
  row: OperationRow,
  { connections: limitedTo }: Pick<Actor, "connections">,
): Promise<void> {
  if (words.alike === undefined) return;
  const [found] = await db.orm
    .select({ open: operations, deletedAt: connections.deletedAt })
    .from(operations)
    .innerJoin(connections, eq(connections.id, operations.connectionId))
    .where(
      and(
        eq(operations.organizationId, row.organizationId),
        eq(operations.connector, row.connector),
        eq(operations.companyRut, row.companyRut),
        eq(operations.looksLike, row.looksLike),
        ne(operations.id, row.id),
        isUndecided,
        isNull(operations.setAsideAt),
      ),
    )
    .orderBy(asc(operations.id))
    .limit(1);
  if (found === undefined) return;
  const { open, deletedAt } = found;
  // On a deleted connection nobody can ask for it: there is no call to name.
  const isKnown = limitedTo === null || limitedTo.includes(open.connectionId);
  throw words.alike(isKnown && deletedAt === null ? open : null);
}

/** Until the transaction ends none that is alike can cross its barrier. */
export async function lockAlike({ db }: Tx, row: OperationRow): Promise<void> {
  const name = `look-alikes ${row.connector} ${row.companyRut} ${row.looksLike}`;
  await db.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** As far as anybody has seen, a list that lags behind has caught up by then. */
const askedHours = 24;

/** Unknown, and asking this long after its barrier did not find it either. */
export const mayBeSetAside = sql<boolean>`(${operations.state} = 'unknown'
  and ${operations.setAsideAt} is null
  and exists (select from operation_evidence e
    where e.operation_id = ${operations.id} and e.step = 'issued_list'
      and e.at >= ${operations.barrierAt} + ${`${askedHours} hours`}::interval))`;

/**
 * A person goes on without knowing. It stays unknown and is asked for as before, but no longer
 * holds others back. Only for an act that can tell a later one from it. False where it is not
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

/**
 * What was done turned out to reverse nothing: another operation may reverse the same thing. What
 * it was stays with the preparation.
 */
export async function freeTarget(
  { db }: InTransaction<SystemContext>,
  { id }: Pick<OperationRow, "id">,
): Promise<void> {
  await db.orm
    .update(operations)
    .set({ target: null })
    .where(and(eq(operations.id, id), isDone));
}
