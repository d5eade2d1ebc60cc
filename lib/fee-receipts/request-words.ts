import type { ActWords } from "#lib/ledger/index.ts";

/**
 * What receipts and annulments have in common. Of the codes none but `notFound` is told to a caller:
 * the request's state is.
 */
export const requestWords = {
  unknown: "timeout",
  overdue: "timeout",
  notFound: "honorarios_request_not_found",
  lookCall: ({ subjectId, connectionId }) => ({
    tool_id: "tributario.honorarios.reconciliar",
    input: { solicitudId: subjectId },
    connection_id: connectionId,
  }),
} as const satisfies Omit<ActWords, "done" | "refusals">;
