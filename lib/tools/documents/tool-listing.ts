import * as z from "zod";
import { errorCodes, errorEntry } from "#lib/kernel/errors/index.ts";
import type { Tool } from "#lib/contract/index.ts";
import { answerableCodes } from "../answerable-codes.ts";
import { requiredScopes } from "../catalogue.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const AnySchema = z.record(z.string(), z.unknown()).describe("JSON Schema 2020-12");

export const ToolSummary = z.strictObject({
  id: z.string().describe("Goes into the path of the call"),
  title: z.string(),
  description: z.string(),
  connector: z.string(),
  effect: z
    .enum(["read", "live", "write", "destructive"])
    .describe(
      "`read`: stored data; `live`: contacts the external system and changes nothing there; `write`: changes what this service keeps; `destructive`: cannot be undone",
    ),
  needs_connection: z.boolean().describe("Whether X-Connect-Connection is required"),
  alcance: z.string().nullable().describe("The data module the connection must have switched on"),
  required_scopes: z.array(z.string()).describe("What the credential must carry"),
});
export type ToolSummary = z.infer<typeof ToolSummary>;

export const ToolDetail = ToolSummary.extend({
  idempotency_key: z
    .enum(["required", "optional"])
    .describe("Whether the header Idempotency-Key is required"),
  input_schema: AnySchema,
  output_schema: AnySchema,
  example: z.strictObject({ input: z.unknown(), output: z.unknown() }),
  errors: z.array(
    z.strictObject({
      code: z.enum(errorCodes),
      status: z.int(),
      retry: z.boolean().describe("Whether the very same call can succeed later"),
      fix: z.string(),
    }),
  ),
});
export type ToolDetail = z.infer<typeof ToolDetail>;

export function summaryOf(tool: Tool): ToolSummary {
  return {
    id: tool.id,
    title: tool.title,
    description: tool.description,
    connector: tool.connector,
    effect: tool.effect,
    needs_connection: tool.needsConnection,
    alcance: tool.alcance,
    required_scopes: requiredScopes(tool),
  };
}

export function detailOf(tool: Tool): ToolDetail {
  return {
    ...summaryOf(tool),
    idempotency_key: tool.effect === "destructive" ? "required" : "optional",
    input_schema: jsonSchemaOf(tool.input, "input"),
    output_schema: jsonSchemaOf(tool.output, "output"),
    example: tool.example,
    errors: answerableCodes(tool).map((code) => {
      const { status, retry, fix } = errorEntry(code);
      return { code, status, retry, fix };
    }),
  };
}
