import type { JsonSchema } from "../json-schema.ts";

/** A column may contain anything that its field can, so a value has no type of its own here. */
const shownRow = {
  type: "array",
  description: "A row: its values in the order of `columnas`",
  items: { description: "What the row's field of that name holds" },
};

const columns = {
  type: "object",
  properties: {
    columnas: { type: "array", items: { type: "string" } },
    filas: { type: "array", items: shownRow },
  },
  required: ["columnas", "filas"],
  additionalProperties: false,
};

const shownRows = { anyOf: [{ type: "array", items: { type: "object" } }, columns] };

/** What `campos` and `formato` can turn a list of rows into, by name. */
export const shownShapes: Record<string, JsonSchema> = {
  Columnas: columns,
  FilasMostradas: shownRows,
};

export function shownPage(list: string): JsonSchema {
  return {
    type: "object",
    description:
      "The page as `campos` and `formato` ask for it. Everything next to the list is the same.",
    required: [list, "cursor"],
    properties: { cursor: { type: ["string", "null"] }, [list]: shownRows },
  };
}
