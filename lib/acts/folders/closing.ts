import { and, eq, inArray, lt, lte } from "drizzle-orm";
import { santiagoDayOf } from "#lib/chile/index.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { actors } from "#lib/db/actors.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { longestDue, mayBeVisited, visitDue } from "#lib/jobs/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { destroyFile, startClosing } from "#lib/ledger/index.ts";
import { operations } from "#lib/ledger/ledger.sql.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { documentFileOf } from "./store-document.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

type Tx = InTransaction<SystemContext>;

/** Our copy goes first; it is closed as soon as the portal shows it. */
export async function beginToClose(tx: Tx, row: FolderRequestRow): Promise<void> {
  const now = tx.clock.now();
  await destroyFile(tx, documentFileOf(row));
  if (row.state === "cerrando") return;
  await tx.db.orm
    .update(taxFolderRequests)
    .set({
      state: "cerrando",
      closingSince: now,
      closeAgainAt: afterFailure(now, now),
      updatedAt: now,
    })
    .where(eq(taxFolderRequests.id, row.id));
}

/** By the next run of housekeeping, whatever was tried before. */
export async function closeNext(tx: Tx, id: string): Promise<void> {
  await change(tx, id, { closeAgainAt: tx.clock.now() });
}

/** The portal lists it as revoked. */
export async function closed(tx: Tx, id: string): Promise<void> {
  await change(tx, id, { state: "cerrada", closeAgainAt: null });
}

/** It is not known whether it is closed: tried again, soon at first. */
export async function stillOpen(tx: Tx, id: string): Promise<void> {
  const [row] = await tx.db.orm
    .select({ since: taxFolderRequests.closingSince })
    .from(taxFolderRequests)
    .where(eq(taxFolderRequests.id, id));
  const now = tx.clock.now();
  await change(tx, id, { closeAgainAt: afterFailure(row?.since ?? now, now) });
}

async function change(tx: Tx, id: string, set: Partial<FolderRequestRow>): Promise<void> {
  await tx.db.orm
    .update(taxFolderRequests)
    .set({ ...set, updatedAt: tx.clock.now() })
    .where(and(eq(taxFolderRequests.id, id), eq(taxFolderRequests.state, "cerrando")));
}

const afterMinutes = [1, 5, 15];

/** One, five and fifteen minutes after it began, and then every hour. */
function afterFailure(since: Date, now: Date): Date {
  const due = afterMinutes
    .map((minutes) => since.getTime() + minutes * minuteMs)
    .find((at) => at > now.getTime());
  return new Date(due ?? now.getTime() + 60 * minuteMs);
}

/**
 * Retries folders that are to be closed and whose last try is long enough ago; also for an
 * organization that is to be deleted, as their recipients may still look.
 */
export async function closeAgain(ctx: SystemContext & { emissionQueue: Queue }): Promise<void> {
  const { id, state, closeAgainAt } = taxFolderRequests;
  await withSystemTx(ctx, closeThoseOver);
  await visitDue(ctx, {
    find: ({ db }, now) =>
      longestDue(
        db.orm
          .select({ row: taxFolderRequests, operation: operations })
          .from(taxFolderRequests)
          .innerJoin(operations, eq(operations.id, taxFolderRequests.operationId))
          .innerJoin(connections, eq(connections.id, taxFolderRequests.connectionId))
          .where(and(eq(state, "cerrando"), lte(closeAgainAt, now), mayBeVisited))
          .$dynamic(),
        { of: taxFolderRequests, at: closeAgainAt, id },
      ),
    postpone: (tx, { row }) => stillOpen(tx, row.id),
    start: async (tx, { row, operation }) => {
      // A document that names somebody else is destroyed even if nobody asked for that.
      await destroyFile(tx, documentFileOf(row));
      return startClosing(tx, operation, byHousekeeping);
    },
  });
}

/**
 * After its last day the portal shows it to nobody, and can no longer revoke it: no visit is
 * needed.
 */
async function closeThoseOver(tx: Tx): Promise<void> {
  await tx.db.orm
    .update(taxFolderRequests)
    .set({ state: "cerrada", closeAgainAt: null, updatedAt: tx.clock.now() })
    .where(
      and(
        eq(taxFolderRequests.state, "cerrando"),
        lt(taxFolderRequests.consultableUntil, santiagoDayOf(tx.clock.now())),
      ),
    );
}

const byHousekeeping = { requestId: "housekeeping", actor: actors.system("housekeeping") };

/** Their term is over: our copies go. The recipients' access continues for its 90 days. */
export async function expireFolders(ctx: SystemContext): Promise<void> {
  const now = ctx.clock.now();
  await withSystemTx(ctx, async (tx) => {
    const over = await tx.db.orm
      .update(taxFolderRequests)
      .set({ state: "vencida", updatedAt: now })
      .where(
        and(
          inArray(taxFolderRequests.state, ["lista", "entregada"]),
          lte(taxFolderRequests.expiresAt, now),
        ),
      )
      .returning({ operationId: taxFolderRequests.operationId });
    for (const row of over) await destroyFile(tx, documentFileOf(row));
  });
}
