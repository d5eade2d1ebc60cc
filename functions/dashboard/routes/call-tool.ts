import { AppError, isErrorCode } from "#lib/kernel/errors/index.ts";
import { execute } from "#lib/tools/execute/index.ts";
import type { MemberRequest } from "../request/page-request.ts";

interface ToolCall {
  toolId: string;
  connection?: string;
  input: Record<string, unknown>;
}

/**
 * Runs a tool as the signed-in member, with the same checks, plan, quota and record as for any caller. Its form uses
 * `recorded: "itself"`, because the tool records it under the page's request id.
 */
export async function callTool(
  { ctx, membership, person, address, requestId }: MemberRequest,
  { toolId, connection, input }: ToolCall,
): Promise<Record<string, unknown>> {
  const { body } = await execute(ctx.execute, {
    surface: "dashboard",
    toolId,
    authorization: undefined,
    member: { organizationId: membership.organizationId, userId: person.userId },
    address,
    connection,
    idempotencyKey: undefined,
    traceLabel: undefined,
    clientLabel: undefined,
    requestId,
    readBody: async () => ({ input }),
  });
  if (!("error" in body)) return body.data as Record<string, unknown>;
  const { code, details } = body.error;
  if (!isErrorCode(code)) throw new TypeError("an answer's code is of the catalogue");
  throw new AppError(code, { details: details ?? {} });
}
