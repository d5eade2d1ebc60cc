import type { ActWords } from "#lib/ledger/index.ts";

/**
 * What receipts and annulments have in common. Of the codes only `notFound` reaches a caller:
 * otherwise the request's state does.
 */
export const requestWords = {
  unknown: "timeout",
  overdue: "timeout",
  notFound: "honorarios_request_not_found",
  askCall: ({ subjectId, connectionId }) => ({
    tool_id: "tributario.honorarios.reconciliar",
    input: { solicitudId: subjectId },
    connection_id: connectionId,
  }),
} as const satisfies Omit<ActWords, "done" | "refusals">;
