import { AppError } from "#lib/kernel/errors/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import { showPage, type Tool, type ToolContext } from "#lib/contract/index.ts";
import { heldAnswer } from "./finished-answer.ts";
import type { Surface } from "./request.ts";

/** Runs the tool and holds its answer against its own contract. */
export function runTool(
  tool: Tool,
  ctx: ToolContext,
  { input, surface }: { input: unknown; surface: Surface },
): Promise<unknown> {
  const fields = { "connect.tool": tool.id, "connect.request_id": ctx.requestId };
  return traced({ name: "tool run", fields }, async () => {
    const answer = await run(tool, ctx, input);
    const held = heldAnswer(tool, answer, { requestId: ctx.requestId, surface });
    return tool.page === null ? held : showPage(held as Record<string, unknown>, tool.page, input);
  });
}

function run(tool: Tool, ctx: ToolContext, input: unknown): Promise<unknown> {
  return tool.run(ctx, input).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw new AppError("handler_error", { cause: error });
  });
}
