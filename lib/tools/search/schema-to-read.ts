import type { JsonSchema } from "../documents/index.ts";

/** What holds an answer to its contract says nothing to who reads it: `GET /v1/tools/{id}` has it. */
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

/** Every read answers these, and the guide to reading tells of them. */
const ofEveryRead = new Set(["cobertura", "totales"]);

/**
 * The schema of an answer as a hit shows it, in so many characters where it can be: its words give way,
 * first of what every read answers, then all. The names stay.
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

/** A property of such a name has a schema; the word itself has a list, a flag or a text. */
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
