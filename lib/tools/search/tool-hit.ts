import type { Tool } from "#lib/contract/index.ts";
import { answerableCodes } from "../answerable-codes.ts";
import { type Catalogue, requiredScopes } from "../catalogue.ts";
import { jsonSchemaOf } from "../documents/index.ts";
import { exampleAt } from "../call/index.ts";
import { availabilityOf, type Searcher } from "./availability.ts";
import { nextStep } from "./next-step.ts";
import type { Ranked } from "./rank-tools.ts";
import { acceptedInput } from "./required-input.ts";
import { firstSentences } from "./prose.ts";
import { schemaToRead } from "./schema-to-read.ts";
import type { ToolHit } from "./shapes.ts";

const maxConnections = 10;
const summaryChars = 160;
/** For a hit with its schemas: with its surroundings, an answer with one tool is at most 8 KB. */
const maxDetailedChars = 7_800;

export function toolHit(
  catalogue: Catalogue,
  { lead, also, considered }: Ranked,
  who: Searcher,
  { schemas }: { schemas: boolean },
): ToolHit {
  const availability = availabilityOf(catalogue, considered, who);
  const connections = availability.ways.flatMap(({ connection, refusal }) =>
    connection === null ? [] : [{ ...connection, why_not: refusal?.code ?? null }],
  );
  const hit: ToolHit = {
    tool_id: lead.id,
    title: lead.title,
    summary: firstSentences(lead.description, summaryChars),
    kind: lead.effect,
    also: also.map(({ id }) => id),
    requires: {
      scopes: requiredScopes(lead),
      connection: lead.needsConnection,
      alcance: lead.alcance,
      idempotency_key: lead.effect === "destructive",
    },
    available: availability.whyNot === null,
    why_not: availability.whyNot,
    connections: connections.slice(0, maxConnections),
    connections_total: connections.length,
    ...nextStep(catalogue, lead, availability, who.now),
    accepts: acceptedInput(lead),
    next_tools: nextTools(catalogue, lead),
  };
  if (!schemas) return hit;
  const detailed: ToolHit = {
    ...hit,
    description: lead.description,
    errors: answerableCodes(lead),
    example: { tool_id: lead.id, input: exampleAt(lead, who.now) },
    input_schema: jsonSchemaOf(lead.input, "input"),
  };
  const left = maxDetailedChars - JSON.stringify(detailed).length;
  return { ...detailed, output_schema: schemaToRead(jsonSchemaOf(lead.output, "output"), left) };
}

/**
 * After a preview, what it previews; then the tools that the description refers to; after a sync,
 * those that read.
 */
function nextTools(catalogue: Catalogue, tool: Tool): string[] {
  const named = tool.description.match(/[a-z_]+\.[a-z_]+\.[a-z_]+/g) ?? [];
  const known = named.filter((id) => id !== tool.id && catalogue.find(id) !== null);
  if (!tool.id.endsWith(".conexion.sincronizar")) {
    return [...new Set([...previewedBy(catalogue, tool), ...known])];
  }
  const readers = catalogue.tools.filter(
    ({ connector, effect, alcance }) =>
      connector === tool.connector && effect === "read" && alcance !== null,
  );
  return [...new Set([...known, ...readers.map(({ id }) => id)])];
}

function previewedBy({ tools }: Catalogue, { id }: Tool): string[] {
  if (!id.endsWith(".previsualizar")) return [];
  const resource = id.slice(0, id.lastIndexOf(".") + 1);
  const acts = tools.filter((one) => one.effect === "destructive" && one.id.startsWith(resource));
  return acts.map((act) => act.id);
}
