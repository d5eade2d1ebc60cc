import type { ControlAnswer } from "#lib/tools/execute/index.ts";
import type { RefusalEnvelope, ToolAnswer } from "#lib/tools/call/index.ts";

/** JSON-RPC has its own numbers for two of these; the envelope says the rest. */
const rpcCodes: Partial<Record<string, number>> = {
  malformed_request: -32_700,
  internal_error: -32_603,
};
/** Valid JSON that is not one message, such as a batch. */
const invalidRequest = -32_600;

/** Refuses a message before it is parsed: the REST envelope inside a JSON-RPC error. */
export function refuseMessage(
  answer: ToolAnswer | ControlAnswer,
  id: unknown,
  isJson = false,
): Response {
  const { error, meta } = answer.body as RefusalEnvelope;
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
