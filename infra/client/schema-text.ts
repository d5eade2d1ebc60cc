import { errorCodes } from "#lib/kernel/errors/index.ts";
import { isSchema, type JsonSchema } from "#lib/tools/documents/index.ts";

const allCodes = errorCodes.toSorted().join();

/** `input`: what a caller writes, so lists may be readonly and absent fields undefined. */
type Direction = "input" | "output";

/** The TypeScript type that a JSON Schema of the catalogue describes. */
export function typeText(schema: JsonSchema, direction: Direction): string {
  const forms = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(forms)) return union(forms.map((form) => typeText(asSchema(form), direction)));
  const parts = schema["allOf"];
  if (Array.isArray(parts)) {
    return parts.map((part) => `(${typeText(asSchema(part), direction)})`).join(" & ");
  }
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return enumText(schema["enum"]);
  const { type } = schema;
  if (Array.isArray(type)) {
    return union(type.map((one: unknown) => typeText({ ...schema, type: one }, direction)));
  }
  return plainText(schema, direction);
}

function plainText(schema: JsonSchema, direction: Direction): string {
  const { type, properties, items, additionalProperties: others } = schema;
  if (type === "array") {
    const list = `(${typeText(asSchema(items ?? {}), direction)})[]`;
    return direction === "input" ? `readonly ${list}` : list;
  }
  if (type === "object" && properties !== undefined) return objectText(schema, direction);
  if (type === "object") {
    const value = isSchema(others) ? typeText(others, direction) : "unknown";
    return `Record<string, ${value}>`;
  }
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === undefined) return "unknown";
  throw new TypeError(`no type for ${JSON.stringify(schema)}`);
}

function objectText(schema: JsonSchema, direction: Direction): string {
  const required = new Set((schema["required"] ?? []) as string[]);
  const fields = Object.entries(asSchema(schema["properties"])).map(([name, property]) => {
    const field = asSchema(property);
    const isRequired = required.has(name);
    const absent = !isRequired && direction === "input" ? " | undefined" : "";
    const key = `${JSON.stringify(name)}${isRequired ? "" : "?"}`;
    return `${comment(field["description"])}${key}: ${typeText(field, direction)}${absent};`;
  });
  // An open object is declared as such; a strict one without fields accepts none.
  const open = isSchema(schema["additionalProperties"]) || !("additionalProperties" in schema);
  if (open && direction === "output") fields.push("[field: string]: unknown;");
  return fields.length === 0 ? "Record<string, never>" : `{\n${fields.join("\n")}\n}`;
}

function enumText(values: readonly unknown[]): string {
  if (values.map(String).toSorted().join() === allCodes) return "ErrorCode";
  return union(values.map((value) => JSON.stringify(value)));
}

const union = (texts: string[]): string => [...new Set(texts)].join(" | ");

export function comment(words: unknown): string {
  if (typeof words !== "string" || words === "") return "";
  return `/** ${words.replaceAll("*/", "*\\/").replaceAll(/\s+/g, " ")} */\n`;
}

function asSchema(value: unknown): JsonSchema {
  if (!isSchema(value)) throw new TypeError(`not a schema: ${JSON.stringify(value)}`);
  return value;
}
