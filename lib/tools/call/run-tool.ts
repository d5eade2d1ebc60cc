import {
  showPage,
  type Tool,
  FinishedRows,
  type Surface,
  type ToolContext,
} from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import { parseOutput } from "./parse-output.ts";
import type { ToolRequest, ToolAnswer } from "./request.ts";

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

interface Answering {
  requestId: string;
  surface: Surface;
}

/**
 * Checks a tool's answer against its contract; of finished rows (lib/records/page/page-text.ts) a
 * sample, to find what was changed without the service.
 */
export function toolOutput({ output }: Tool, answer: unknown, asked: Answering): unknown {
  const found = finishedIn(answer);
  if (found === null) return parseOutput(output, answer);
  const { list, rows, others } = found;
  if (isSample(asked)) return parseOutput(output, { ...others, [list]: rows.parsed() });
  const held = parseOutput(output, { ...others, [list]: [] }) as Record<string, unknown>;
  // Only REST writes its answer as text and nothing else.
  return { ...held, [list]: asked.surface === "rest" ? rows : rows.parsed() };
}

/** The last character of an id is one of 32, all equally likely. */
function isSample({ requestId }: Answering): boolean {
  return requestId.endsWith("0");
}

/** The body of an answer, written once. */
export function bodyText(body: ToolAnswer["body"]): string {
  const found = "data" in body ? finishedIn(body.data) : null;
  if (found === null) return JSON.stringify(body);
  const { meta } = body;
  const { list, rows, others } = found;
  const data = `{${JSON.stringify(list)}:[${rows.text}],${JSON.stringify(others).slice(1)}`;
  return `{"data":${data},"meta":${JSON.stringify(meta)}}`;
}

interface Finished {
  list: string;
  rows: FinishedRows;
  others: Record<string, unknown>;
}

/** An answer with finished rows has more than these: its coverage and its cursor. */
function finishedIn(answer: unknown): Finished | null {
  if (typeof answer !== "object" || answer === null) return null;
  for (const [list, rows] of Object.entries(answer)) {
    if (!(rows instanceof FinishedRows)) continue;
    const { [list]: _rows, ...others } = answer as Record<string, unknown>;
    return { list, rows, others };
  }
  return null;
}
