import { and, desc, eq, lte } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import { type CredentialState, isOpenStatus, longestWaitSeconds } from "#lib/contract/index.ts";
import { type Context, type SystemContext, withTx } from "#lib/db/context.ts";
import {
  hasNoOpenJob,
  longestDue,
  mayBeVisited,
  startJobOn,
  startVisit,
  visitDue,
  waitForJob,
} from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { dayMs, hourMs } from "#lib/kernel/clock.ts";
import { isPaused } from "#lib/operator/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { ActTerms } from "../act.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import { type OperationRow, operations } from "../ledger.sql.ts";
import { findOwn, type FoundOperation } from "../operation/find-operation.ts";
import { keptUntil } from "../operation/operation-answer.ts";
import { waitForVisit, wakeLedgerWorker } from "./wait-for-visit.ts";

/**
 * Checks the portal's list for an operation whose outcome is not known, or that was refused: a list
 * that lagged behind may show it after all. Whatever it shows, nothing is sent again. What is done,
 * or was never sent, is answered as it is.
 */
export async function askAgain(
  ctx: LedgerContext,
  terms: ActTerms,
  connection: ActingConnection,
  operacionId: string,
): Promise<FoundOperation> {
  const own = { connectionId: connection.id, operacionId };
  const found = await findOwn(ctx, terms, own);
  const { state } = found.row;
  if (state !== "unknown" && !(state === "rejected" && isKept(found.row, ctx.clock.now()))) {
    return found;
  }
  requireLiveCredential(connection);
  const jobId = await startAsking(ctx, connection, operacionId, { notWithinMs: 0 });
  if (jobId !== null) await waitForVisit(ctx, jobId);
  return findOwn(ctx, terms, own);
}

/** Past the term what was asked for is dropped. */
function isKept({ finishedAt }: OperationRow, now: Date): boolean {
  return finishedAt !== null && keptUntil(finishedAt) > now;
}

/** A caller who asks more often learns nothing more. */
const notWithinMs = 30_000;

/**
 * Asks for an unknown operation when it is called again under its key. True if it was asked for:
 * only the operation's row has the result, if any.
 */
export async function askUnderKey(
  ctx: LedgerContext,
  connection: ActingConnection,
  { id, state }: OperationRow,
): Promise<boolean> {
  if (state !== "unknown" || connection.credencial !== "viva") return false;
  const jobId = await startAsking(ctx, connection, id, { notWithinMs });
  if (jobId === null) return false;
  await wakeLedgerWorker(ctx, jobId);
  await waitForJob(ctx, jobId, longestWaitSeconds);
  return true;
}

/** Whether somebody will ask, or why nobody would. */
type Soon =
  | { kind: "soon" }
  /** Its outcome is known. */
  | { kind: "known" }
  | { kind: "deleted" | "disabled" | "paused" }
  | { kind: "credential"; credencial: Exclude<CredentialState, "viva"> };

/** The operator need not wait for its turn: housekeeping's next run asks, if `askDue` may. */
export function askSoon(ctx: Context, id: string): Promise<Soon> {
  return withTx(ctx, async (tx) => {
    const isOwn = and(eq(operations.organizationId, ctx.organization.id), eq(operations.id, id));
    const [found] = await tx.db.orm
      .select({
        state: operations.state,
        connector: operations.connector,
        // Null where the organization can no longer see its deleted connection.
        credencial: connections.credencial,
        disabledAt: connections.disabledAt,
        deletedAt: connections.deletedAt,
      })
      .from(operations)
      .leftJoin(connections, eq(connections.id, operations.connectionId))
      .where(isOwn)
      .for("update", { of: operations });
    if (found?.state !== "unknown") return { kind: "known" };
    const { credencial, disabledAt, deletedAt, connector } = found;
    if (credencial === null || deletedAt !== null) return { kind: "deleted" };
    if (credencial !== "viva") return { kind: "credential", credencial };
    if (disabledAt !== null) return { kind: "disabled" };
    if (await isPaused(tx, connector)) return { kind: "paused" };
    await tx.db.orm.update(operations).set({ lookAgainAt: tx.clock.now() }).where(isOwn);
    return { kind: "soon" };
  });
}

/**
 * Starts asking the portal for an operation's outcome; of several callers at once one starts it,
 * and all wait for it. Null where it was asked more recently than that.
 */
export function startAsking(
  ctx: LedgerContext,
  connection: ActingConnection,
  operationId: string,
  { notWithinMs }: { notWithinMs: number },
): Promise<string | null> {
  const organizationId = ctx.organization.id;
  return withTx(ctx, async (tx) => {
    await tx.db.orm
      .select({ id: operations.id })
      .from(operations)
      .where(eq(operations.id, operationId))
      .for("no key update");
    const [last] = await tx.db.orm
      .select({ id: syncJobs.id, status: syncJobs.status, createdAt: syncJobs.createdAt })
      .from(syncJobs)
      .where(and(eq(syncJobs.organizationId, organizationId), eq(syncJobs.targetId, operationId)))
      .orderBy(desc(syncJobs.createdAt), desc(syncJobs.id))
      .limit(1);
    if (last !== undefined && isOpenStatus(last.status)) return last.id;
    const earliest = tx.clock.now().getTime() - notWithinMs;
    if (last !== undefined && last.createdAt.getTime() > earliest) return null;
    return startJobOn(tx, connection, { kind: "reconcile", targetId: operationId });
  });
}

/**
 * A list that lagged behind is asked for again; also for an organization that is to be deleted,
 * which an unknown outcome postpones.
 */
export function askDue(ctx: SystemContext & { emissionQueue: Queue }): Promise<number> {
  const { id, state, lookAgainAt } = operations;
  return visitDue(ctx, {
    find: ({ db }, now) =>
      longestDue(
        db.orm
          .select({ row: operations })
          .from(operations)
          .innerJoin(connections, eq(connections.id, operations.connectionId))
          .where(and(eq(state, "unknown"), lte(lookAgainAt, now), mayBeVisited, hasNoOpenJob(id)))
          .$dynamic(),
        { of: operations, at: lookAgainAt, id },
      ),
    postpone: async ({ db }, { row }, now) => {
      await db.orm
        .update(operations)
        .set({ lookAgainAt: nextAsk(row, now) })
        .where(eq(id, row.id));
    },
    start: (tx, { row: { organizationId, connectionId, connector, id: targetId } }) =>
      startVisit(tx, { organizationId, connectionId, connector, kind: "reconcile", targetId }),
  });
}

const shortestMs = 30_000;
const longestMs = 6 * hourMs;
const askedForMs = 30 * dayMs;

/** A list that lags behind is read again: soon at first, then less and less, for a month. */
export function nextAsk({ barrierAt }: OperationRow, now: Date): Date | null {
  const ageMs = now.getTime() - (barrierAt ?? now).getTime();
  if (ageMs > askedForMs) return null;
  return new Date(now.getTime() + Math.min(longestMs, Math.max(shortestMs, ageMs)));
}
