import { isSchema, type JsonSchema } from "../json-schema.ts";
import { ref } from "./components.ts";
import { namedPlaces } from "./named-places.ts";

type Paths = Record<string, Record<string, JsonSchema>>;

interface Named {
  paths: Paths;
  schemas: Record<string, JsonSchema>;
}

/**
 * The same paths with every named shape stored once, as a component: generators turn it into a
 * type. Only equal schemas are replaced, so answers mean the same.
 */
export function nameShapes(paths: Paths, known: Record<string, JsonSchema>): Named {
  const found = { ...known, ...shapesOf(paths) };
  const names = new Map(Object.entries(found).map(([name, it]) => [JSON.stringify(it), name]));
  const byName = (it: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(it));
    return name === undefined ? within(it, byName) : ref("schemas", name);
  };
  return {
    paths: mapped(paths, (methods) => mapped(methods, (operation) => answersBy(operation, byName))),
    schemas: mapped(found, (it) => within(it, byName)),
  };
}

/** A path that this catalogue does not have yields no component. */
function shapesOf(paths: Paths): Record<string, JsonSchema> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const answers = new Map(operations.map((it) => [it["operationId"], dataOf(it)]));
  const places = Object.entries(namedPlaces).map(([name, place]) => {
    const [id = "", path = ""] = place.split(" ");
    const steps = path.split(/\.|(?=\[\])/).filter((step) => step !== "");
    return [name, steps.reduce(stepInto, answers.get(id))] as const;
  });
  return Object.fromEntries(places.filter((one): one is [string, JsonSchema] => isSchema(one[1])));
}

/** The data of an operation's answer: the content of its envelope, or else the whole. */
export function dataOf(operation: JsonSchema): JsonSchema | undefined {
  const responses = operation["responses"] as Record<string, Answer>;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const whole = success?.[1].content?.["application/json"]?.schema;
  return whole?.allOf?.[1]?.properties.data ?? whole;
}

interface Answer {
  content?: Record<string, { schema?: Whole }>;
}

type Whole = JsonSchema & { allOf?: [object, { properties: { data: JsonSchema } }] };

/**
 * `[]` steps into a list's items, any other step into a field: of the first alternative that has
 * it.
 */
function stepInto(schema: JsonSchema | undefined, step: string): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  const own = step === "[]" ? schema["items"] : (schema["properties"] as JsonSchema)?.[step];
  if (isSchema(own)) return own;
  const forms = (schema["anyOf"] ?? []) as JsonSchema[];
  return forms.map((form) => stepInto(form, step)).find((it) => it !== undefined);
}

type Change = (schema: JsonSchema) => JsonSchema;

function answersBy(operation: JsonSchema, change: Change): JsonSchema {
  const responses = mapped(operation["responses"] as Record<string, Answer>, (answer) => ({
    ...answer,
    ...(answer.content !== undefined && {
      content: mapped(answer.content, (media) => ({
        ...media,
        ...(media.schema !== undefined && { schema: change(media.schema) }),
      })),
    }),
  }));
  return { ...operation, responses };
}

const ofOne = new Set(["items", "additionalProperties", "propertyNames"]);
const ofSeveral = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);

/** The schema with each of its direct subschemas changed. */
function within(schema: JsonSchema, change: Change): JsonSchema {
  const entries = Object.entries(schema).map(([word, it]) => {
    if (word === "properties") return [word, mapped(it as Record<string, JsonSchema>, change)];
    if (ofSeveral.has(word)) return [word, (it as JsonSchema[]).map(change)];
    return [word, ofOne.has(word) && isSchema(it) ? change(it) : it];
  });
  return Object.fromEntries(entries) as JsonSchema;
}

function mapped<T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, it]) => [name, change(it)]));
}
