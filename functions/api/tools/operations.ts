import * as z from "zod";
import { defineOperation, ToolDetail, ToolSummary } from "#lib/tools/documents/index.ts";
import { maxHits, SearchAnswer, SearchQuery } from "#lib/tools/search/index.ts";
import { pageLimit } from "../list-fields.ts";

const tag = "catalogue";

const listed: z.infer<typeof ToolSummary> = {
  id: "core.timestamp.now",
  title: "Consultar la hora",
  description: "Responde la hora del servicio en la zona pedida.",
  connector: "core",
  effect: "read",
  needs_connection: false,
  alcance: null,
  required_scopes: ["core:read"],
};

export const listTools = defineOperation({
  id: "listTools",
  method: "get",
  path: "/v1/tools",
  tag,
  summary: "List the tools",
  description:
    "The whole catalogue, without schemas; no credential is needed. With `query`, a search in what the credential's organization can use, by intent, id, field or error code: the same as `search_docs` over MCP.",
  auth: "optional",
  params: z.strictObject({}),
  query: z.strictObject({
    connector: z.string().max(64).optional().describe("Only the tools of this connector"),
    query: SearchQuery.shape.query.optional().describe("What to search for, in Spanish or English"),
    tool_id: SearchQuery.shape.toolId.describe("With query: only this tool, with its schemas"),
    detail: SearchQuery.shape.detail
      .unwrap()
      .optional()
      .describe("With query: verbose has schemas"),
    limit: pageLimit(maxHits).optional().describe("With query: results a page"),
    cursor: SearchQuery.shape.cursor.describe("With query: the cursor of the answer before"),
  }),
  success: {
    status: 200,
    description: "The tools, by connector; or what was found, best first",
    content: {
      kind: "envelope",
      schema: z.union([z.array(ToolSummary), SearchAnswer]),
      example: [listed],
    },
  },
  codes: ["validation_error", "scope_not_granted"],
});

/** The same path with a `query`: answered for the credential that searches, and recorded. */
export const searchTools = defineOperation({
  ...listTools,
  id: "tools.search",
  auth: { bearer: [] },
  query: listTools.query.extend({
    query: SearchQuery.shape.query,
    detail: SearchQuery.shape.detail,
    limit: listTools.query.shape.limit.unwrap().default(SearchQuery.shape.limit.def.defaultValue),
  }),
  success: {
    ...listTools.success,
    content: {
      kind: "envelope",
      schema: SearchAnswer,
      example: { results: [], note: null, nearest: [], guides: [], cursor: null },
    },
  },
});

export const describeTool = defineOperation({
  id: "describeTool",
  method: "get",
  path: "/v1/tools/{id}",
  tag,
  summary: "Describe a tool",
  description:
    "A tool with the schemas of its input and output, an example of both, and every code it can answer.",
  auth: "none",
  params: z.strictObject({ id: z.string().describe("The tool's id") }),
  query: z.strictObject({}),
  success: {
    status: 200,
    description: "The tool",
    content: {
      kind: "envelope",
      schema: ToolDetail,
      example: {
        ...listed,
        idempotency_key: "optional",
        input_schema: { type: "object", properties: { timezone: { type: "string" } } },
        output_schema: { type: "object", properties: { iso: { type: "string" } } },
        example: { input: {}, output: { iso: "2026-08-11T09:30:00.000-04:00" } },
        errors: [{ code: "unauthorized", status: 401, retry: false, fix: "Send a valid API key." }],
      },
    },
  },
  codes: ["validation_error", "tool_not_found"],
});
