import type { FoundRow } from "#lib/contract/index.ts";
import { withTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { AsynchronousTerms, Change, OperationRow } from "#lib/ledger/index.ts";
import { storeFound } from "#lib/records/index.ts";
import {
  reasonOf,
  type RejectionReason,
  moveAnnulment,
  requestWords,
  moveRequest,
  noteSent,
  requestOf,
  type FeeRequestState,
} from "../fee-receipts/index.ts";

/** Annuls a receipt: at once, or when its receiver agrees. No events are sent for these. */
export const annulmentTerms: AsynchronousTerms = {
  kinds: ["honorarios_anulacion"],
  answers: "request",
  words: {
    ...requestWords,
    done: "pedida",
    refusals: {
      rejected: "upstream_error",
      confirmation_expired: "upstream_error",
      too_late: "upstream_error",
      too_much: "upstream_error",
    },
  },
  changed: annulmentChanged,
  async answer(ctx, row) {
    const request = await withTx(ctx, (tx) => requestOf(tx, row));
    const { id: solicitudId, state, mode: modo, deadline: plazoHasta } = request;
    return { solicitudId, state, modo, plazoHasta, operacionId: row.id };
  },
};

/** The reason for a refusal of the submission. */
const refusalReasons: Readonly<Record<string, RejectionReason>> = {
  too_late: "plazo_anulacion",
  too_much: "monto_anulacion",
};

async function annulmentChanged(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
  change: Change,
): Promise<void> {
  switch (change.state) {
    // It was stored with its operation.
    case "queued":
      return;
    case "running":
      await moveRequest(tx, row, "processing");
      return;
    case "crossed":
      return noteSent(tx, row);
    case "unknown":
      await moveRequest(tx, row, "inconclusive", { isSent: true });
      return;
    case "done": {
      const state: FeeRequestState =
        change.about["estado"] === "ANULADA" ? "annulled" : "awaiting_receiver";
      const kept = change.about["kept"] as FoundRow | undefined;
      if (kept !== undefined) await storeFound(tx, row, kept);
      return moveAnnulment(tx, row, state);
    }
    case "rejected": {
      const reason: RejectionReason = refusalReasons[change.refusal] ?? "rechazada_por_portal";
      await moveRequest(tx, row, "rejected", { isSent: true, reason });
      return;
    }
    case "released":
      await moveRequest(tx, row, "rejected", { isSent: false, reason: reasonOf(change.error) });
  }
}
