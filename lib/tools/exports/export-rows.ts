import type { Tool, ToolContext } from "#lib/contract/index.ts";
import { runTool } from "../call/index.ts";

/** A page of rows as a tool returns it, with what it says about its completeness. */
interface ExportedPage {
  rows: Record<string, unknown>[];
  cursor: string | null;
  answer: Record<string, unknown>;
}

/** A read with pages: what can be exported. */
export type ExportableTool = Tool & { page: NonNullable<Tool["page"]> };

export function isExportable(tool: Tool | null): tool is ExportableTool {
  return tool !== null && tool.effect === "read" && tool.page !== null;
}

/** The tool itself reads, and its answer is checked against its contract like any other. */
export async function readExported(
  tool: ExportableTool,
  ctx: ToolContext,
  input: Record<string, unknown>,
): Promise<ExportedPage> {
  // Not over REST, where rows may come as one finished text.
  const asked = { input: tool.input.parse(input), surface: "mcp" as const };
  const answer = (await runTool(tool, ctx, asked)) as Record<string, unknown>;
  return {
    rows: answer[tool.page.list] as Record<string, unknown>[],
    cursor: answer["cursor"] as string | null,
    answer,
  };
}
