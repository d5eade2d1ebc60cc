import { actorRow } from "#lib/db/actors.ts";
import { type InTransaction, withTx } from "#lib/db/context.ts";
import { startJobOn } from "#lib/jobs/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import { preparations } from "../ledger.sql.ts";
import { preparationMinutes } from "../states.ts";
import { checkWaiting, waitForVisit } from "../visits/wait-for-visit.ts";
import { sealOrder } from "./sealed-order.ts";

type Columns = typeof preparations.$inferInsert;

interface NewPreparation extends Pick<Columns, "id" | "kind" | "tipoDte" | "totals" | "target"> {
  /** What was asked for, as its act opens it again. */
  order: unknown;
  /** Throws what refuses it, in the transaction that stores it. */
  check(tx: InTransaction<LedgerContext>): Promise<void>;
}

/** Stores what was asked for, and has the portal prepare it. Nothing is done yet. */
export async function startPreparation(
  ctx: LedgerContext,
  connection: ActingConnection,
  { order, check, ...asked }: NewPreparation,
): Promise<void> {
  const now = ctx.clock.now();
  const organizationId = ctx.organization.id;
  const document = await sealOrder(ctx, { organizationId, id: asked.id }, order);
  const jobId = await withTx(ctx, async (tx) => {
    await checkWaiting(tx, connection.id);
    await check(tx);
    await tx.db.orm.insert(preparations).values({
      ...asked,
      organizationId,
      connectionId: connection.id,
      ...actorRow(ctx.actor),
      document,
      state: "pending",
      expiresAt: expiryFrom(now),
      createdAt: now,
    });
    return startJobOn(tx, connection, { kind: "preview", targetId: asked.id });
  });
  await waitForVisit(ctx, jobId);
}

export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + preparationMinutes * minuteMs);
}
