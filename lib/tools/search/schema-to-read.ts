import type { JsonSchema } from "../documents/index.ts";

/** Validation keywords mean nothing to a reader: `GET /v1/tools/{id}` has them. */
const ofTheContract = new Set([
  "pattern",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "additionalProperties",
  "x-untrusted",
]);
const listsOfTheContract = new Set(["required", "examples"]);

/** Every read returns these, and the guide to reading explains them. */
const ofEveryRead = new Set(["cobertura", "totales"]);

/**
 * The schema of an answer as a search hit shows it, within a number of characters if possible: its
 * descriptions are dropped, first those that every read has, then all. The names stay.
 */
export function schemaToRead(schema: JsonSchema, most: number): JsonSchema {
  const whole = without(schema, isOfTheContract);
  const own = (): JsonSchema =>
    replaced(whole, (key, value) =>
      ofEveryRead.has(key) && isObject(value) ? without(value, isWord) : value,
    );
  const fits = (one: JsonSchema): boolean => JSON.stringify(one).length <= most;
  if (fits(whole)) return whole;
  const shorter = own();
  return fits(shorter) ? shorter : without(whole, isWord);
}

/**
 * The value of a property with such a name is a schema; that of the keyword is a list, a flag or a
 * text.
 */
function isOfTheContract(key: string, value: unknown): boolean {
  return listsOfTheContract.has(key)
    ? Array.isArray(value)
    : ofTheContract.has(key) && typeof value !== "object";
}

function isWord(key: string, value: unknown): boolean {
  return key === "description" && typeof value === "string";
}

function without(schema: object, isLeftOut: (key: string, value: unknown) => boolean): JsonSchema {
  return replaced(schema, (key, value) => (isLeftOut(key, value) ? undefined : value));
}

function replaced(schema: object, change: (key: string, value: unknown) => unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema, change)) as JsonSchema;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
