import type { FeeReceiptService, FeeRequest } from "#lib/contract/index.ts";
import {
  findRequest,
  listRequests,
  previewAnnulment,
  previewReceipt,
  receiptDocument,
  reconcileRequest,
  requestAnnulment,
  requestReceipt,
  type RequestLine,
} from "#lib/fee-receipts/index.ts";
import { pageOf, type Cursors } from "#lib/kernel/cursor.ts";
import type { LedgerContext } from "#lib/ledger/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { billingRefusal } from "./checks.ts";
import { handOver } from "./hand-over.ts";
import { keyedCall, tellOfKey, type KeyedRun } from "./tell-of-key.ts";

type ReceiptAnswer = Awaited<ReturnType<FeeReceiptService["request"]>>;
type AnnulmentAnswer = Awaited<ReturnType<FeeReceiptService["requestAnnulment"]>>;

/** The verbs of fee receipts, bound to this caller and to the key of this call. */
export function feeReceiptsFor(
  ctx: LedgerContext & { cursors: Cursors },
  caller: Caller,
  keyed: KeyedRun,
): FeeReceiptService {
  const { call, surface } = keyed;
  return {
    preview: (connection, asked) => previewReceipt(ctx, connection, asked),
    request: (connection, { input, asked, waitSeconds }) =>
      tellOfKey(call, async () => {
        const own = keyedCall(ctx, keyed, connection.id, input);
        const answer = await requestReceipt(ctx, connection, { ...own, asked, waitSeconds });
        return { ...answer, data: answer.data as ReceiptAnswer };
      }),
    previewAnnulment: (connection, asked) => previewAnnulment(ctx, connection, asked),
    requestAnnulment: (connection, { input, asked }) =>
      tellOfKey(call, async () => {
        const own = keyedCall(ctx, keyed, connection.id, input);
        const answer = await requestAnnulment(ctx, connection, { ...own, asked });
        return { ...answer, data: answer.data as AnnulmentAnswer };
      }),
    list: async ({ id: connectionId }, { cursor, limit, ...filters }) => {
      if (filters.solicitudId !== undefined) {
        await findRequest(ctx, { solicitudId: filters.solicitudId, connectionId });
      }
      const list = [call.toolId, connectionId, ctx.actor.kind, ctx.actor.id, filters];
      const [after] = cursor === undefined ? [] : ctx.cursors.read(list, cursor);
      const found = await listRequests(ctx, { ...filters, connectionId, limit: limit + 1, after });
      const { page, last } = pageOf(found, limit);
      return {
        solicitudes: page.map(toFeeRequest),
        cursor: last === null ? null : ctx.cursors.make(list, [last.solicitudId]),
      };
    },
    reconcile: async (connection, solicitudId) =>
      toFeeRequest(await reconcileRequest(ctx, connection, solicitudId)),
    document: async (connection, { solicitudId, entrega }) => {
      const whyNotFetch = billingRefusal(caller);
      const wanted = { solicitudId, whyNotFetch };
      const { file, bytes, ...document } = await receiptDocument(ctx, connection, wanted);
      const name = `boleta-honorarios-${document.folio}.pdf`;
      const given = await handOver(ctx, { surface, entrega }, { ...file, name, bytes });
      return { ...document, nombreArchivo: name, tamanoBytes: bytes.length, ...given };
    },
  };
}

/** Leaves out maker and connection, which its caller knows. */
function toFeeRequest(line: RequestLine): FeeRequest {
  const request: FeeRequest & Partial<RequestLine> = { ...line };
  delete request.connectionId;
  delete request.actorId;
  delete request.receiptId;
  delete request.wantedVersion;
  return request;
}
