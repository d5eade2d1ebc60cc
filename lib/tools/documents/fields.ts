import { isSchema, type JsonSchema } from "./json-schema.ts";

/** A field of a schema as a table shows it. */
export interface Field {
  /** With its path: `conexiones[].id`. */
  path: string;
  types: string[];
  required: boolean;
  nullable: boolean;
  description: string | null;
  /** The only values it accepts, if they are few enough to be listed. */
  values: string[];
  defaultValue: unknown;
  limits: { word: Limit; value: unknown }[];
}

export type Limit = "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems";

const limitWords: readonly Limit[] = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];

/** Every field of an object schema, each followed by the fields inside it. */
export function fieldsOf(schema: JsonSchema, prefix = ""): Field[] {
  const required = listOf(schema["required"]);
  return propertiesOf(schema).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const field = fieldOf(path, property, required.includes(name));
    return [field, ...variantsOf(property).flatMap((variant) => inside(path, variant))];
  });
}

function inside(path: string, schema: JsonSchema): Field[] {
  if (isSchema(schema["items"])) {
    const items = variantsOf(schema["items"]);
    return items.flatMap((item) => inside(`${path}[]`, item));
  }
  return fieldsOf(schema, `${path}.`);
}

function fieldOf(path: string, schema: JsonSchema, required: boolean): Field {
  const variants = variantsOf(schema);
  const types = [...new Set(variants.map(typeOf))];
  return {
    path,
    types: types.filter((type) => type !== "null"),
    required,
    nullable: types.includes("null"),
    description: textOf(schema["description"] ?? variants[0]?.["description"]),
    values: variants.flatMap(valuesOf),
    defaultValue: schema["default"],
    limits: limitWords.flatMap((word) =>
      variants.flatMap((variant) => (word in variant ? [{ word, value: variant[word] }] : [])),
    ),
  };
}

/** The schema itself, or each of its alternatives. */
function variantsOf(schema: JsonSchema): JsonSchema[] {
  const forms = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(forms)) return forms.filter(isSchema).flatMap(variantsOf);
  const { type } = schema;
  return Array.isArray(type) ? type.map((one: unknown) => ({ ...schema, type: one })) : [schema];
}

function typeOf(schema: JsonSchema): string {
  const { type, format, items } = schema;
  if (type === "array" && isSchema(items)) {
    return `${[...new Set(variantsOf(items).map(typeOf))].join(" | ")}[]`;
  }
  if (typeof format === "string") return format;
  return textOf(type) ?? typeof valuesOf(schema)[0];
}

/** For a list: the values its items accept. */
function valuesOf(schema: JsonSchema): string[] {
  const { items } = schema;
  if (isSchema(items)) return variantsOf(items).flatMap(valuesOf);
  return "const" in schema ? [String(schema["const"])] : listOf(schema["enum"]);
}

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  const { properties } = schema;
  return isSchema(properties) ? (Object.entries(properties) as [string, JsonSchema][]) : [];
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
