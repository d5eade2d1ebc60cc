import type { Tool } from "#lib/contract/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { fieldsOf, jsonSchemaOf, type JsonSchema } from "../documents/index.ts";
import { manifestOf, operationWithin, type Family } from "./families.ts";

/** The weight of each part of a family's text when a word of a question is found in it. */
export const boosts = {
  operation: 6,
  title: 4,
  systems: 3,
  description: 1.5,
  takes: 1.2,
  answers: 0.4,
} as const;

/** A family as the index reads it. */
export function familyDocument(catalogue: Catalogue, family: Family): Record<string, string> {
  const { id, members } = family;
  const once = (part: (tool: Tool) => string) => [...new Set(members.map(part))].join("\n");
  return {
    id,
    operation: once(operationWithin),
    title: once((tool) => tool.title),
    systems: once((tool) => `${tool.connector} ${manifestOf(catalogue, tool).name}`),
    description: once((tool) => tool.description),
    takes: once((tool) => fieldText(jsonSchemaOf(tool.input, "input"))),
    answers: once((tool) => fieldText(jsonSchemaOf(tool.output, "output"))),
  };
}

function fieldText(schema: JsonSchema): string {
  return fieldsOf(schema)
    .map(({ path, description }) => `${path} ${description ?? ""}`)
    .join("\n");
}
