import { AppError } from "#lib/kernel/errors/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import { showPage, type Tool, type ToolContext } from "#lib/contract/index.ts";
import type { ToolRequest } from "./request.ts";
import { toolOutput } from "./tool-output.ts";

interface Asked extends Pick<ToolRequest, "surface" | "shorter"> {
  input: unknown;
}

/** Runs the tool and checks its answer against its own contract. */
export async function runTool(tool: Tool, ctx: ToolContext, asked: Asked): Promise<unknown> {
  const { input, surface, shorter } = asked;
  const fields = { "connect.tool": tool.id, "connect.request_id": ctx.requestId };
  const data = await traced({ name: "tool run", fields }, async () => {
    const answer = await run(tool, ctx, input);
    const held = toolOutput(tool, answer, { requestId: ctx.requestId, surface });
    return tool.page === null ? held : showPage(held as Record<string, unknown>, tool.page, input);
  });
  const instead = shorter?.(input, data) ?? null;
  return instead === null ? data : runTool(tool, ctx, { ...asked, input: instead });
}

function run(tool: Tool, ctx: ToolContext, input: unknown): Promise<unknown> {
  return tool.run(ctx, input).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw new AppError("handler_error", { cause: error });
  });
}
