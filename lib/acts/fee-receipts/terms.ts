import type { FoundRow } from "#lib/contract/index.ts";
import { withTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import {
  startFile,
  type AsynchronousTerms,
  type Change,
  type OperationRow,
} from "#lib/ledger/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { storeFound } from "#lib/records/index.ts";
import { reasonOf, type RejectionReason } from "./given-up.ts";
import { requestWords } from "./request-words.ts";
import { moveRequest, noteKept, noteSent, requestOf, visitNext } from "./request-rows.ts";
import { tellOfDocument, tellOfRequest } from "./tell-of-request.ts";

/** A fee receipt: its request shows the progress, whatever happened to its caller. */
export const receiptTerms: AsynchronousTerms = {
  kinds: ["honorarios"],
  answers: "request",
  words: {
    ...requestWords,
    done: "emitida",
    refusals: { rejected: "upstream_error", confirmation_expired: "upstream_error" },
    alike: () =>
      new AppError("honorarios_policy_denied", {
        details: {
          limits: [{ limite: "parecida_sin_resolver", maximo: null, recibido: null }],
          motivo: "parecida_sin_resolver" satisfies RejectionReason,
        },
      }),
  },
  changed: receiptChanged,
  async answer(ctx, row) {
    const request = await withTx(ctx, (tx) => requestOf(tx, row));
    return { solicitudId: request.id, state: request.state, operacionId: row.id };
  },
  async fileStored(tx, row, { version }) {
    const request = await noteKept(tx, row, version);
    if (request !== null) await tellOfDocument(tx, request, version);
  },
};

/** A PDF that was not available is requested again, for a week. */
const paperRetryMs = 5 * minuteMs;

async function receiptChanged(
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
      await noteSent(tx, row);
      return;
    case "unknown": {
      const request = await moveRequest(tx, row, "inconclusive", { isSent: true });
      if (request !== null) await tellOfRequest(tx, request, "inconclusive");
      return;
    }
    case "done": {
      const { name: barCode, folio } = change;
      const visitAt = new Date(tx.clock.now().getTime() + paperRetryMs);
      const issued = { isSent: true, reason: null, barCode, folio, documentVersion: 1, visitAt };
      const kept = change.about["kept"] as FoundRow | undefined;
      if (kept !== undefined) await storeFound(tx, row, kept);
      const request = await moveRequest(tx, row, "issued", issued);
      if (request === null) return;
      await tellOfRequest(tx, request, "issued");
      // Another one's is being fetched: housekeeping continues with this one.
      if ((await startFile(tx, row)) === null) await visitNext(tx, row);
      return;
    }
    case "rejected":
    case "released": {
      const isSent = change.state === "rejected";
      const refused: RejectionReason = "rechazada_por_portal";
      const reason = isSent ? refused : reasonOf(change.error);
      const request = await moveRequest(tx, row, "rejected", { isSent, reason });
      if (request !== null) await tellOfRequest(tx, request, "rejected");
    }
  }
}
