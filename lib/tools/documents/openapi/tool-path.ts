import type { Tool } from "#lib/contract/index.ts";
import { answerableCodes } from "../../answerable-codes.ts";
import { requiredScopes } from "../../catalogue.ts";
import { exampleMeta } from "../envelopes.ts";
import { jsonSchemaOf, type JsonSchema } from "../json-schema.ts";
import { eitherCredential, rateHeaders, ref } from "./components.ts";
import type { ErrorResponses } from "./error-responses.ts";
import { shownPage } from "./shown-page.ts";

export function executePath(toolId: string): string {
  return `/v1/tools/${toolId}/execute`;
}

export function toolPath(tool: Tool, refusals: ErrorResponses): Record<string, JsonSchema> {
  const codes = answerableCodes(tool);
  const scopes = requiredScopes(tool);
  return {
    post: {
      operationId: tool.id,
      tags: [tool.connector],
      summary: tool.title,
      description: tool.description,
      security: eitherCredential(scopes),
      parameters: parametersOf(tool),
      requestBody: requestBody(tool),
      responses: { 200: success(tool), ...refusals.entries(codes, true) },
      "x-connect-tool": {
        effect: tool.effect,
        needs_connection: tool.needsConnection,
        alcance: tool.alcance,
        error_codes: codes,
      },
    },
  };
}

function parametersOf(tool: Tool): { $ref: string }[] {
  const connection = tool.needsConnection ? ["Connection"] : [];
  const names = [...connection, keyParameterOf(tool), "TraceLabel", "ClientLabel"];
  return names.map((name) => ref("parameters", name));
}

function keyParameterOf({ effect, idempotency }: Tool): string {
  if (effect === "destructive") return "IdempotencyKeyRequired";
  return idempotency === "stored" ? "IdempotencyKeyOptional" : "IdempotencyKeyUnused";
}

function requestBody(tool: Tool): JsonSchema {
  return {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["input"],
          properties: { input: jsonSchemaOf(tool.input, "input") },
          additionalProperties: false,
        },
        example: { input: tool.example.input },
      },
    },
  };
}

function success(tool: Tool): JsonSchema {
  return {
    description: "What the tool answered",
    headers: { "x-request-id": ref("headers", "RequestId"), ...rateHeaders },
    content: {
      "application/json": {
        schema: {
          allOf: [
            ref("schemas", "SuccessEnvelope"),
            { type: "object", properties: { data: answerOf(tool) } },
          ],
        },
        example: { data: tool.example.output, meta: metaOf(tool) },
      },
    },
  };
}

/** The input decides which of the two is returned. */
function answerOf(tool: Tool): JsonSchema {
  const whole = jsonSchemaOf(tool.output, "output");
  if (tool.page === null) return whole;
  return { anyOf: [whole, shownPage(tool.page.list)] };
}

function metaOf(tool: Tool): Record<string, unknown> {
  return exampleMeta({
    operation_request_id: "0b6f9d5e-2c1a-4a7e-8f43-9d1b7c5e2a60",
    tool_id: tool.id,
    plane: "action",
    ...(tool.effect === "destructive" && { idempotency: "stored" }),
  });
}
