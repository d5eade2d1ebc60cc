import type { z } from "zod";
import {
  operationCodes,
  type Content,
  type ControlOperation,
  type Success,
} from "../control-operation.ts";
import { exampleMeta } from "../envelopes.ts";
import { jsonSchemaOf, type JsonSchema } from "../json-schema.ts";
import { eitherCredential, rateHeaders, ref } from "./components.ts";
import type { ErrorResponses } from "./error-responses.ts";

export function controlPath(
  operation: ControlOperation,
  refusals: ErrorResponses,
): Record<string, JsonSchema> {
  const limited = operation.auth !== "none";
  const { description, success } = operation;
  return {
    [operation.method]: {
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.summary,
      ...(description !== undefined && { description }),
      security: securityOf(operation),
      parameters: [...fieldsIn("path", operation.params), ...fieldsIn("query", operation.query)],
      ...(operation.body !== undefined && { requestBody: requestBody(operation.body) }),
      responses: {
        [success.status]: successOf(success, limited),
        ...refusals.entries(operationCodes(operation), limited),
      },
    },
  };
}

function securityOf({ auth }: ControlOperation): Record<string, string[]>[] {
  if (auth === "none") return [];
  if (auth === "optional") return [{}, ...eitherCredential([])];
  return eitherCredential(auth.bearer);
}

function fieldsIn(place: "path" | "query", fields: z.ZodObject): JsonSchema[] {
  const schema = jsonSchemaOf(fields, "input");
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>).map(
    ([name, { description, ...field }]) => ({
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: field,
    }),
  );
}

function requestBody(body: z.ZodType): JsonSchema {
  return {
    required: true,
    content: { "application/json": { schema: jsonSchemaOf(body, "input") } },
  };
}

function successOf(success: Success, limited: boolean): JsonSchema {
  return {
    description: success.description,
    headers: { "x-request-id": ref("headers", "RequestId"), ...(limited && rateHeaders) },
    content: contentOf(success.content),
  };
}

function contentOf(content: Content): JsonSchema {
  switch (content.kind) {
    case "text":
      return { [content.mediaType]: { schema: { type: "string" } } };
    case "file":
      // In 3.1 the media type alone says that the body is bytes.
      return Object.fromEntries(content.mediaTypes.map((mediaType) => [mediaType, {}]));
    case "json":
      return { "application/json": mediaOf(content.schema, content.example) };
    case "page":
      return { "application/json": mediaOf(content.whole, withMeta(content.example)) };
    case "envelope":
      return { "application/json": enveloped(content.schema, content.example) };
  }
}

function mediaOf(schema: z.ZodType, example: unknown): JsonSchema {
  return { schema: jsonSchemaOf(schema, "output"), ...(example !== undefined && { example }) };
}

function enveloped(data: z.ZodType, example: unknown): JsonSchema {
  return {
    schema: {
      allOf: [
        ref("schemas", "SuccessEnvelope"),
        { type: "object", properties: { data: jsonSchemaOf(data, "output") } },
      ],
    },
    example: withMeta({ data: example }),
  };
}

function withMeta(example: object): object {
  return { ...example, meta: exampleMeta({ plane: "control" }) };
}
