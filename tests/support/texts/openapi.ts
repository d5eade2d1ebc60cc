import type { ErrorCode } from "#lib/kernel/errors/index.ts";

/** The parts of an OpenAPI document that the tests check. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: EventPost }>;
  components: Record<string, Record<string, unknown>>;
}

interface EventPost {
  parameters: { name: string; required: boolean }[];
  requestBody: { content: Record<string, { schema: object }> };
}

export interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: Reference[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Reference | Response>;
}

interface Reference {
  $ref: string;
}

interface Response {
  headers: Record<string, Reference>;
  content?: Record<string, Media>;
}

interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Reference>;
}

interface Schema {
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  enum?: string[];
}

export function resolve(document: OpenApi, given: Reference | Response | undefined): Response {
  if (given === undefined) throw new TypeError("no such response");
  return "$ref" in given ? (component(document, given.$ref) as Response) : given;
}

export function parametersOf(document: OpenApi, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map(({ $ref }) => component(document, $ref) as Parameter);
}

interface Parameter {
  name: string;
  required: boolean;
  description: string;
}

/** The codes that an operation's status may have; each must have its example. */
export function errorCodesAt(
  document: OpenApi,
  responses: Operation["responses"],
  status: number,
): ErrorCode[] {
  const media = resolve(document, responses[String(status)]).content?.["application/json"];
  const codes = media?.schema.allOf?.[1]?.properties?.["error"]?.properties?.["code"]?.enum ?? [];
  const shown = Object.values(media?.examples ?? {}).map(({ $ref }) => {
    const example = component(document, $ref) as { value: { error: { code: string } } };
    return example.value.error.code;
  });
  if (shown.join() !== codes.join()) throw new TypeError(`${status} shows ${shown.join()}`);
  return codes as ErrorCode[];
}

function component(document: Pick<OpenApi, "components">, pointer: string): unknown {
  const [kind = "", ...name] = pointer.replace("#/components/", "").split("/");
  const found = document.components[kind]?.[name.join("/")];
  if (found === undefined) throw new TypeError(`${pointer} points nowhere`);
  return found;
}

/** The document with its references resolved. */
export function dereferenced<T extends { components: OpenApi["components"] }>(document: T): T {
  const inPlace = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map(inPlace);
    if (typeof it !== "object" || it === null) return it;
    if ("$ref" in it) return inPlace(component(document, String(it.$ref)));
    return Object.fromEntries(Object.entries(it).map(([name, one]) => [name, inPlace(one)]));
  };
  return inPlace(document) as T;
}
