import type { ControlAnswer, ErrorEnvelope, ToolAnswer } from "#lib/tools/execute/index.ts";

/** JSON-RPC has numbers of its own for two of these; the envelope says the rest. */
const rpcCodes: Partial<Record<string, number>> = {
  malformed_request: -32_700,
  internal_error: -32_603,
};

/** A message that is refused before it is one: the envelope of REST inside a JSON-RPC error. */
export function refuseMessage(answer: ToolAnswer | ControlAnswer, id: unknown): Response {
  const { error, meta } = answer.body as ErrorEnvelope;
  const known = typeof id === "string" || typeof id === "number";
  const body = {
    jsonrpc: "2.0",
    error: {
      code: rpcCodes[error.code] ?? -32_000,
      message: `${error.code}: ${error.suggested_fix}`,
      data: { error, meta },
    },
    id: known ? id : null,
  };
  return Response.json(body, { status: answer.status, headers: answer.headers });
}
