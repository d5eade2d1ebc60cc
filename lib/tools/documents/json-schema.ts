import * as z from "zod";

export type JsonSchema = Record<string, unknown>;

/** What a caller may send (`input`) or will receive (`output`), as JSON Schema 2020-12. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => dropNoise(jsonSchema),
  });
  return rest;
}

/** A format says what its page-long pattern repeats; the bounds of safe integers say nothing. */
function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === "date-time" || schema.format === "uuid") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
