import { eq } from "drizzle-orm";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import type { Act } from "../act.ts";
import { preparations, type PreparationRow } from "../ledger.sql.ts";
import { sealOrder } from "../preparation/sealed-order.ts";
import { expiryFrom } from "../preparation/start-preparation.ts";
import { isOlder, previewWaitSeconds } from "../states.ts";
import { type Also, endFailed, endWell, visitAct } from "./visit-act.ts";

/** What the portal makes of a preparation becomes what its previewRef means. */
export async function runPreview(
  ctx: WorkerContext,
  { act, job, row }: { act: Act; job: ClaimedJob; row: PreparationRow },
  signal: AbortSignal,
): Promise<void> {
  if (isOlder(row.createdAt, previewWaitSeconds, ctx.clock.now())) {
    return endFailed(ctx, job, { error: new AppError("timeout") });
  }
  const preview = await act.preview?.(ctx, row);
  if (preview === undefined) throw new TypeError(`no preview is stored of ${row.kind}`);
  const visit = await visitAct(ctx, { job, act, signal }, preview);
  if (visit.kind === "failed") return endFailed(ctx, job, visit);
  const { order, store, ...previewed } = visit.value;
  const document = await sealOrder(ctx, row, order);
  const also: Also = async (tx) => {
    await tx.db.orm
      .update(preparations)
      .set({ ...previewed, document, expiresAt: expiryFrom(tx.clock.now()) })
      .where(eq(preparations.id, row.id));
    await store(tx);
  };
  await endWell(ctx, job, visit, { also });
}
