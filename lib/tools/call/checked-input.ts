import { periodoOf } from "#lib/chile/index.ts";
import type { Context } from "#lib/db/context.ts";
import { findConnectedCallers, type Caller } from "#lib/limits/index.ts";
import { AppError, type Issue } from "#lib/kernel/errors/index.ts";
import type { Tool } from "#lib/contract/index.ts";
import { checkInput, connectionIssuesOf, type CallOptions } from "./checks.ts";

/**
 * The parsed input. Over MCP a caller may not know that there is a choice of connections: if a
 * missing choice is the only problem, and there are several, the answer lists them.
 */
export async function checkedInput(
  ctx: Context,
  caller: Caller,
  tool: Tool,
  { body, request }: { body: { input: unknown; extra: string[] }; request: CallOptions },
): Promise<unknown> {
  try {
    return checkInput(tool, body, { ...request, now: ctx.clock.now() });
  } catch (error) {
    if (request.surface !== "mcp" || !leavesConnectionOpen(error)) throw error;
    const candidates = await candidatesFor(ctx, caller, tool);
    if (candidates.length < 2) throw error;
    throw new AppError("connection_ambiguous", { details: { candidates } });
  }
}

function leavesConnectionOpen(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== "validation_error") return false;
  const issues = error.details?.["issues"] as Issue[];
  const open = connectionIssuesOf(error).filter(({ code }) => code === "required");
  return open.length === 1 && issues.length === 1;
}

async function candidatesFor(ctx: Context, caller: Caller, tool: Tool) {
  const found = await findConnectedCallers(ctx, caller, {
    periodo: periodoOf(ctx.clock.now()),
    connector: tool.connector,
  });
  return found.map(({ connection: { id, nombre, rut } }) => ({ id, nombre, rut }));
}
