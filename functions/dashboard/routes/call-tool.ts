import { AppError, isErrorCode } from "#lib/kernel/errors/index.ts";
import { execute } from "#lib/tools/execute/index.ts";
import type { MemberRequest } from "../frame/page-request.ts";

interface ToolCall {
  toolId: string;
  connection?: string;
  input: Record<string, unknown>;
}

/**
 * What a tool does, done by the signed-in member: the same checks, plan, quota and record as for any
 * caller. A form that does it is recorded by it (`recorded: "itself"`), under the page's request id.
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
