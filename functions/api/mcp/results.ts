import type { CallToolResult, ResourceLink } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ControlAnswer } from "#lib/tools/execute/index.ts";

import { attached } from "./attached.ts";
import type { FixCall, ToolAnswer } from "#lib/tools/call/index.ts";

/** A tool's answer, and what its HTTP response should say about it. */
export interface Answered {
  result: CallToolResult;
  answer: ToolAnswer | ControlAnswer;
}

/** The REST envelope as it is, and the same as text for clients that only read text. */
export function resultOf(answer: Answered["answer"], note: string | null): CallToolResult {
  const { body, files } = attached(answer.body);
  const structuredContent = body as Record<string, unknown>;
  const json = JSON.stringify(body);
  if (!("error" in body)) {
    return { content: [...texts(json, note), ...files, ...linked(body)], structuredContent };
  }
  const { code, suggested_fix: suggested, details } = body.error as ErrorBody;
  const next = nextCall(details?.["fix"] as FixCall | undefined);
  return { content: texts(`${code}: ${suggested}${next}`, json), structuredContent, isError: true };
}

const Offered = z.object({
  data: z.object({ url: z.url(), nombreArchivo: z.string(), tipoContenido: z.string() }),
});

/** A file with a download link is marked as one, so that a client can fetch it without its model. */
function linked(body: object): ResourceLink[] {
  const offered = Offered.safeParse(body);
  if (!offered.success) return [];
  const { url, nombreArchivo, tipoContenido } = offered.data.data;
  return [{ type: "resource_link", uri: url, name: nombreArchivo, mimeType: tipoContenido }];
}

interface ErrorBody {
  code: string;
  suggested_fix: string;
  details: Record<string, unknown> | null;
}

function texts(...parts: (string | null)[]): CallToolResult["content"] {
  return parts.filter((text) => text !== null).map((text) => ({ type: "text", text }));
}

/** Put into the terms of this surface. */
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
