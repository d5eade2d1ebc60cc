import { jsonSchemaOf } from "#lib/tools/documents/index.ts";
import type { Tool } from "#lib/contract/index.ts";

/** A common client refuses results over 25,000 tokens; rows are digits and ids, 2 characters each. */
export const maxResultChars = 50_000;
const pageChars = 25_000;
const smallestPage = 10;
const largestPage = 100;

const known = new WeakMap<Tool, number | null>();

/** How many rows a page of this tool may have over MCP; null for tools that have no pages. */
export function agentPageSize(tool: Tool): number | null {
  const size = known.get(tool);
  if (size !== undefined) return size;
  const made = pageSizeOf(tool);
  known.set(tool, made);
  return made;
}

/** The input with a page of at most `size`. What is not a limit is left to the tool's schema. */
export function withPage(input: unknown, size: number): unknown {
  if (typeof input !== "object" || input === null) return input;
  const limit = (input as { limit?: unknown }).limit ?? largestLimit;
  const within = Number.isInteger(limit) && Number(limit) > size && Number(limit) <= largestLimit;
  return within ? { ...input, limit: size } : input;
}

const largestLimit = 500;

function pageSizeOf(tool: Tool): number | null {
  const properties = jsonSchemaOf(tool.input, "input")["properties"] as object | undefined;
  if (properties === undefined || !("limit" in properties) || !("cursor" in properties)) {
    return null;
  }
  const rows = Object.values(tool.example.output as object)
    .filter(Array.isArray)
    .flat();
  const rowChars = Math.max(200, ...rows.map((row) => JSON.stringify(row).length));
  const size = Math.floor(pageChars / (1.5 * rowChars));
  return Math.min(largestPage, Math.max(smallestPage, size));
}
