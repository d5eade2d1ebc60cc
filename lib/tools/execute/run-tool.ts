import { AppError } from "#lib/kernel/errors/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import type { Tool, ToolContext } from "#lib/contract/index.ts";
import { heldTo } from "./held-answer.ts";

/** Runs the tool and holds its answer against its own contract. */
export function runTool(tool: Tool, ctx: ToolContext, input: unknown): Promise<unknown> {
  const fields = { "connect.tool": tool.id, "connect.request_id": ctx.requestId };
  return traced({ name: "tool run", fields }, () => run(tool, ctx, input));
}

async function run(tool: Tool, ctx: ToolContext, input: unknown): Promise<unknown> {
  const raw = await tool.run(ctx, input).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw new AppError("handler_error", { cause: error });
  });
  return heldTo(tool.output, raw);
}
