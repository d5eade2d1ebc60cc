import { requireLiveCredential } from "#lib/connections/index.ts";
import {
  askAgain,
  startAsking,
  waitForVisit,
  type ActingConnection,
  type AsynchronousTerms,
  type LedgerContext,
} from "#lib/ledger/index.ts";
import { annulmentTerms } from "./terms.ts";
import { findRequest, type RequestLine, receiptTerms } from "../fee-receipts/index.ts";

/**
 * Checks the portal for a request whose outcome is open. Nothing is sent, whatever it shows. It is
 * here because annulments know both kinds of request, and receipts only their own.
 */
export async function askForRequest(
  ctx: LedgerContext,
  connection: ActingConnection,
  solicitudId: string,
): Promise<RequestLine> {
  const own = { solicitudId, connectionId: connection.id };
  const request = await findRequest(ctx, own);
  switch (request.state) {
    case "inconclusive":
      await askAgain(ctx, termsOf(request), connection, request.operacionId);
      break;
    case "awaiting_receiver":
      await askReceiver(ctx, connection, request.operacionId);
      break;
    case "pending":
    case "processing":
    case "issued":
    case "annulled":
    case "refused_by_receiver":
    case "lapsed":
    case "rejected":
      return request;
  }
  return findRequest(ctx, own);
}

function termsOf({ tipo }: RequestLine): AsynchronousTerms {
  switch (tipo) {
    case "emision":
      return receiptTerms;
    case "anulacion":
      return annulmentTerms;
  }
}

/** Its operation is done; the receiver's answer is read all the same. */
async function askReceiver(
  ctx: LedgerContext,
  connection: ActingConnection,
  operationId: string,
): Promise<void> {
  requireLiveCredential(connection);
  const jobId = await startAsking(ctx, connection, operationId, { notWithinMs: 0 });
  if (jobId !== null) await waitForVisit(ctx, jobId);
}
