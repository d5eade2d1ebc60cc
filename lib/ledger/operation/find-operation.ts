import { and, asc, desc, eq, isNull, or } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import type { DteTotals, FolioProof } from "#lib/contract/index.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import {
  withSystemTx,
  withTx,
  type Context,
  type InTransaction,
  type SystemContext,
} from "#lib/db/context.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ActTerms } from "../act.ts";
import { isUndecided, type OperationRow, operations, preparations } from "../ledger.sql.ts";
import { answeredName, evidenceOf } from "./evidence.ts";

export interface FoundOperation {
  row: OperationRow;
  totals: DteTotals | null;
  evidence: Awaited<ReturnType<typeof evidenceOf>>;
}

/** By its own id or by the caller's key: of several attempts under a key, the latest. */
export async function findOperation(ctx: Context, idOrKey: string): Promise<FoundOperation> {
  const found = await findRow(ctx, idOrKey);
  // The only code for an operation of any act.
  if (found === null) throw new AppError("tributario_emission_not_found");
  return found;
}

function findRow(ctx: Context, idOrKey: string): Promise<FoundOperation | null> {
  return withTx(ctx, async (tx) => {
    const [row] = await tx.db.orm
      .select({ row: operations, totals: preparations.totals })
      .from(operations)
      .leftJoin(preparations, eq(preparations.id, operations.preparationId))
      .where(
        and(
          eq(operations.organizationId, ctx.organization.id),
          or(eq(operations.id, idOrKey), eq(operations.idempotencyKey, idOrKey)),
          ofKnownConnection(ctx, operations.connectionId),
        ),
      )
      .orderBy(desc(operations.createdAt), desc(operations.id))
      .limit(1);
    return row === undefined ? null : { ...row, evidence: await evidenceOf(tx, row.row.id) };
  });
}

/**
 * An operation of the act on this connection; a stranger's, and another act's, are as unknown as
 * none.
 */
export async function findOwn(
  ctx: Context,
  { kinds, words }: ActTerms,
  { connectionId, operacionId }: { connectionId: string; operacionId: string },
): Promise<FoundOperation> {
  const found = await findRow(ctx, operacionId);
  const row = found?.row;
  const isOwn = row?.id === operacionId && row.connectionId === connectionId;
  if (found === null || !isOwn || !kinds.includes(found.row.kind)) {
    throw new AppError(words.notFound);
  }
  return found;
}

/** How that name is known to be the operation's. */
export function proofOf({
  row,
  evidence,
}: Pick<FoundOperation, "row" | "evidence">): FolioProof | null {
  const name = row.externalRef;
  if (name === null) return null;
  return evidence.some(({ found }) => answeredName(found) === name) ? "respuesta" : "lista";
}

/**
 * The oldest operation of which it is not known yet whether its document was issued; null when
 * there is none. For a deleted connection nobody will find out.
 */
export async function findOpenOutcome(
  { db }: InTransaction<SystemContext>,
  of: { organizationId: string; connectionId?: string },
): Promise<string | null> {
  const [found] = await db.orm
    .select({ id: operations.id })
    .from(operations)
    .innerJoin(connections, eq(connections.id, operations.connectionId))
    .where(
      and(
        isNull(connections.deletedAt),
        eq(operations.organizationId, of.organizationId),
        of.connectionId === undefined ? undefined : eq(operations.connectionId, of.connectionId),
        isUndecided,
      ),
    )
    .orderBy(asc(operations.id))
    .limit(1);
  return found?.id ?? null;
}

/** The operation that a job is about. */
export async function operationOf(ctx: WorkerContext, job: ClaimedJob): Promise<OperationRow> {
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(operations)
      .where(
        and(
          eq(operations.organizationId, job.organizationId),
          eq(operations.id, job.targetId ?? ""),
        ),
      ),
  );
  if (row === undefined) throw new TypeError("a job without its operation");
  return row;
}
