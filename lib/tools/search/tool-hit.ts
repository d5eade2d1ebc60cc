import { periodoOf } from "../../chile/index.ts";
import { answerableCodes } from "../answerable-codes.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Tool } from "#lib/contract/index.ts";
import { jsonSchemaOf } from "../documents/index.ts";
import { requiredScopes, type FixCall } from "../execute/index.ts";
import { availabilityOf, type Searcher } from "./availability.ts";
import type { ToolHit } from "./shapes.ts";

const maxConnections = 5;

export function toolHit(
  catalogue: Catalogue,
  tool: Tool,
  who: Searcher,
  { also, schemas }: { also: readonly Tool[]; schemas: boolean },
): ToolHit {
  const { whyNot, connectionId, connections, remedy } = availabilityOf(catalogue, tool, who);
  const example: FixCall = {
    tool_id: tool.id,
    input: exampleInput(tool, who.now, whyNot !== null),
    ...(connectionId !== null && { connection_id: connectionId }),
  };
  return {
    tool_id: tool.id,
    title: tool.title,
    summary: tool.description,
    kind: tool.effect,
    also: also.map(({ id }) => id),
    requires: {
      scopes: requiredScopes(tool),
      connection: tool.needsConnection,
      alcance: tool.alcance,
      idempotency_key: tool.effect === "destructive",
    },
    available: whyNot === null,
    why_not: whyNot,
    connections: connections.slice(0, maxConnections),
    example,
    next_call: whyNot === null ? example : remedy,
    next_tools: nextTools(catalogue, tool),
    errors: answerableCodes(tool),
    ...(schemas && {
      input_schema: jsonSchemaOf(tool.input, "input"),
      output_schema: jsonSchemaOf(tool.output, "output"),
    }),
  };
}

/**
 * The example as it would be sent today: a period far back cannot be synced any more, and a sync
 * without modules brings all that the connection has.
 */
function exampleInput(tool: Tool, now: Date, refused: boolean): unknown {
  const { alcances, ...input } = tool.example.input as { alcances?: unknown; periodo?: unknown };
  return {
    ...input,
    ...(input.periodo !== undefined && { periodo: periodoOf(now) }),
    ...(refused && alcances !== undefined && { alcances }),
  };
}

/** The tools that its own description sends a reader to; after a sync, those that read. */
function nextTools(catalogue: Catalogue, tool: Tool): string[] {
  const named = tool.description.match(/[a-z_]+\.[a-z_]+\.[a-z_]+/g) ?? [];
  const known = named.filter((id) => id !== tool.id && catalogue.find(id) !== null);
  if (!tool.id.endsWith(".conexion.sincronizar")) return [...new Set(known)];
  const readers = catalogue.tools.filter(
    ({ connector, effect, alcance }) =>
      connector === tool.connector && effect === "read" && alcance !== null,
  );
  return [...new Set([...known, ...readers.map(({ id }) => id)])];
}
