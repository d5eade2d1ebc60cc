import type { ControlAnswer, ErrorEnvelope, ToolAnswer } from "#lib/tools/execute/index.ts";

/** JSON-RPC has numbers of its own for two of these; the envelope says the rest. */
const rpcCodes: Partial<Record<string, number>> = {
  malformed_request: -32_700,
  internal_error: -32_603,
};
/** What is JSON and no message, such as several in one: nothing is wrong with how it is written. */
const invalidRequest = -32_600;

/** A message that is refused before it is one: the envelope of REST inside a JSON-RPC error. */
export function refuseMessage(
  answer: ToolAnswer | ControlAnswer,
  id: unknown,
  isJson = false,
): Response {
  const { error, meta } = answer.body as ErrorEnvelope;
  const known = typeof id === "string" || typeof id === "number";
  const body = {
    jsonrpc: "2.0",
    error: {
      code: rpcCodeOf(error.code, isJson),
      message: `${error.code}: ${error.suggested_fix}`,
      data: { error, meta },
    },
    id: known ? id : null,
  };
  return Response.json(body, { status: answer.status, headers: answer.headers });
}

function rpcCodeOf(code: string, isJson: boolean): number {
  if (code === "malformed_request" && isJson) return invalidRequest;
  return rpcCodes[code] ?? -32_000;
}
