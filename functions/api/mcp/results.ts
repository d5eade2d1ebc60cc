import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ControlAnswer, FixCall, ToolAnswer } from "#lib/tools/execute/index.ts";

import { attached } from "./attached.ts";

/** What a tool of this server answers, and what its HTTP response should say about it. */
export interface Answered {
  result: CallToolResult;
  answer: ToolAnswer | ControlAnswer;
}

/** The envelope of REST as it is; for clients that read text alone, the same as text. */
export function resultOf(answer: Answered["answer"], note: string | null): CallToolResult {
  const { body, files } = attached(answer.body);
  const structuredContent = body as Record<string, unknown>;
  const json = JSON.stringify(body);
  if (!("error" in body)) {
    return { content: [...texts(json, note), ...files], structuredContent };
  }
  const { code, suggested_fix: suggested, details } = body.error as ErrorBody;
  const next = nextCall(details?.["fix"] as FixCall | undefined);
  return { content: texts(`${code}: ${suggested}${next}`, json), structuredContent, isError: true };
}

interface ErrorBody {
  code: string;
  suggested_fix: string;
  details: Record<string, unknown> | null;
}

function texts(...parts: (string | null)[]): CallToolResult["content"] {
  return parts.filter((text) => text !== null).map((text) => ({ type: "text", text }));
}

/** In the words of this surface. */
function nextCall(fix: FixCall | undefined): string {
  if (fix === undefined) return "";
  const call = {
    toolId: fix.tool_id,
    input: fix.input,
    ...(fix.connection_id !== undefined && { connectionId: fix.connection_id }),
    ...(fix.idempotency_key !== undefined && { idempotencyKey: fix.idempotency_key }),
  };
  return `\nNext call: execute ${JSON.stringify(call)}`;
}
