import { and, eq } from "drizzle-orm";
import { addDays, Fecha, plazoConReceptor } from "#lib/chile/index.ts";
import type { ListedReceipt } from "#lib/contract/index.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import type { OperationRow } from "#lib/ledger/index.ts";
import { storeFound } from "#lib/records/index.ts";
import { findRequestOf, moveRequest, requestOf, type Requested } from "./request-rows.ts";
import { feeReceiptRequests, type RequestRow } from "./requests.sql.ts";
import type { FeeRequestState } from "./fee-request.ts";

/** How long after its last day the portal is believed when it shows one as still waiting. */
const lateDays = 7;

/** An annulment's new state: done, waiting for its receiver, or failed. */
export async function moveAnnulment(
  tx: InTransaction<SystemContext>,
  row: Requested,
  state: FeeRequestState,
): Promise<void> {
  const now = tx.clock.now();
  const awaits = state === "awaiting_receiver" ? await awaiting(tx, row) : { visitAt: null };
  const moved = await moveRequest(tx, row, state, { isSent: true, reason: null, ...awaits });
  if (moved === null || state !== "annulled" || moved.folio === null) return;
  // From now on the portal marks the PDF, so it is fetched once more. An annulment requested by
  // folio does not say which request issued the receipt.
  await tx.db.orm
    .update(feeReceiptRequests)
    .set({ documentVersion: 2, visitAt: now, updatedAt: now })
    .where(
      and(
        eq(feeReceiptRequests.organizationId, row.organizationId),
        eq(feeReceiptRequests.issuerRut, moved.issuerRut),
        eq(feeReceiptRequests.folio, moved.folio),
        eq(feeReceiptRequests.kind, "emision"),
        eq(feeReceiptRequests.state, "issued"),
      ),
    );
}

/**
 * A waiting one is looked at daily. The portal says that it waits: a request made on the last day
 * on which its issuer is alone may reach it on the next.
 */
async function awaiting(tx: InTransaction<SystemContext>, row: Requested) {
  const request = await requestOf(tx, row);
  return {
    visitAt: new Date(tx.clock.now().getTime() + dayMs),
    mode: "con_receptor" as const,
    deadline: plazoConReceptor(Fecha.parse(request.day)),
  };
}

/**
 * What the list shows of a receipt whose receiver was asked. Null if it does not show the receipt.
 */
export async function noteReceiversAnswer(
  ctx: SystemContext,
  row: Requested & Pick<OperationRow, "connectionId">,
  { seen, today }: { seen: ListedReceipt | null; today: Fecha },
): Promise<void> {
  await withSystemTx(ctx, async (tx) => {
    const request = await findRequestOf(tx, row);
    if (request?.state !== "awaiting_receiver" || seen === null) return;
    if (seen.kept !== undefined) await storeFound(tx, row, seen.kept);
    await moveAnnulment(tx, row, stateAfter(request, seen.estado, today));
  });
}

/**
 * In force again: until its last day because the receiver refused, after that because nobody
 * answered.
 */
function stateAfter(
  { deadline }: Pick<RequestRow, "deadline">,
  seen: ListedReceipt["estado"],
  today: Fecha,
): FeeRequestState {
  if (seen === "ANULADA") return "annulled";
  const isPast = (days: number): boolean =>
    deadline !== null && today > addDays(Fecha.parse(deadline), days);
  if (seen === "VIGENTE_ANULACION_PENDIENTE") {
    return isPast(lateDays) ? "lapsed" : "awaiting_receiver";
  }
  return isPast(0) ? "lapsed" : "refused_by_receiver";
}
