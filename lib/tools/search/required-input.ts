import type { Tool } from "#lib/contract/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { fieldsOf, jsonSchemaOf, type Field } from "../documents/index.ts";
import type { Missing } from "./shapes.ts";

/** The fields that a call needs and only the caller can fill in. */
export function requiredInput(catalogue: Catalogue, tool: Tool): Missing[] {
  return topFieldsOf(tool)
    .filter(({ required }) => required)
    .map((field) => {
      const from = sourceOf(catalogue, tool, field);
      return { field: field.path, what: whatIs(field), ...(from !== null && { from }) };
    });
}

/** The names of all input fields. */
export function acceptedInput(tool: Tool): string[] {
  return topFieldsOf(tool).map(({ path }) => path);
}

function topFieldsOf(tool: Tool): Field[] {
  return fieldsOf(jsonSchemaOf(tool.input, "input")).filter(({ path }) => !/[.[]/.test(path));
}

function whatIs({ description, values, types }: Field): string {
  if (description !== null) return description;
  return values.length > 0 ? `One of ${values.join(", ")}` : types.join(" or ");
}

/**
 * Field descriptions name the tool that yields them; a preview's reference comes from its preview.
 */
function sourceOf(catalogue: Catalogue, tool: Tool, { path, description }: Field): string | null {
  if (path === "previewRef") return tool.id.replace(/\.[^.]+$/, ".previsualizar");
  const named = description?.match(/[a-z_]+\.[a-z_]+\.[a-z_]+/g) ?? [];
  return named.find((id) => id !== tool.id && catalogue.find(id) !== null) ?? null;
}
