import * as z from "zod";
import type { Tool } from "#lib/contract/index.ts";
import type { ShownCall } from "#lib/guides/index.ts";

const Input = z.record(z.string(), z.unknown());

/** The tool's example with everything needed to send it, and nothing else. */
export function exampleCall(tool: Tool): ShownCall {
  return {
    toolId: tool.id,
    input: Input.parse(tool.example.input),
    connection: tool.needsConnection,
    key: tool.effect === "destructive",
  };
}
