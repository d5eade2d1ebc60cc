import * as z from "zod";

export type JsonSchema = Record<string, unknown>;

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const known = {
  input: new WeakMap<z.ZodType, JsonSchema>(),
  output: new WeakMap<z.ZodType, JsonSchema>(),
};

/**
 * What a caller may send (`input`) or receives (`output`), as JSON Schema 2020-12. Made once per
 * schema, as every search hit shows two, and frozen, as all readers share it.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const found = known[io].get(schema) ?? frozen(madeOf(schema, io));
  known[io].set(schema, found);
  return found;
}

function madeOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => dropNoise(jsonSchema),
  });
  return rest;
}

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null && !Object.isFrozen(part)) frozen(part);
  }
  return Object.freeze(value);
}

/** A format makes its page-long pattern redundant; the bounds of safe integers say nothing. */
function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === "date-time" || schema.format === "uuid") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
