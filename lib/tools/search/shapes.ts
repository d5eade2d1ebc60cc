import * as z from "zod";
import { errorCodes } from "../../kernel/errors/index.ts";

export const SearchQuery = z.strictObject({
  query: z.string().max(400).describe("Lo que quieres hacer, un id, un campo o un código de error"),
  connector: z.string().max(64).optional().describe("Solo las herramientas de este sistema"),
  toolId: z.string().max(100).optional().describe("Solo esta herramienta, con su esquema"),
  detail: z.enum(["default", "verbose"]).default("default").describe("verbose trae los esquemas"),
  limit: z.int().min(1).max(10).default(5),
  cursor: z.string().min(1).max(2000).optional().describe("El cursor de la respuesta anterior"),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

const Code = z.enum(errorCodes);

const Call = z
  .strictObject({
    tool_id: z.string(),
    input: z.unknown(),
    connection_id: z.string().optional(),
    idempotency_key: z.string().optional(),
  })
  .describe("A call as it can be sent");

export const ToolHit = z.strictObject({
  tool_id: z.string(),
  title: z.string(),
  summary: z.string(),
  kind: z.enum(["read", "live", "write", "destructive"]),
  also: z.array(z.string()).describe("The same tool of other systems"),
  requires: z.strictObject({
    scopes: z.array(z.string()),
    connection: z.boolean(),
    alcance: z.string().nullable(),
    idempotency_key: z.boolean(),
  }),
  available: z.boolean().describe("Whether a call of this caller would run now"),
  why_not: Code.nullable().describe("The code that a call of this caller would answer now"),
  connections: z
    .array(z.strictObject({ id: z.string(), nombre: z.string(), why_not: Code.nullable() }))
    .describe("The caller's connections of the system, with what each would answer"),
  example: Call,
  next_call: Call.nullable().describe("What to send next: the example, or what makes it possible"),
  next_tools: z.array(z.string()).describe("What usually comes after"),
  errors: z.array(Code),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  output_schema: z.record(z.string(), z.unknown()).optional(),
});
export type ToolHit = z.infer<typeof ToolHit>;

export const GuideHit = z.strictObject({
  id: z.string(),
  title: z.string(),
  text: z.string().describe("Its beginning"),
  url: z.string().describe("The whole of it, as Markdown"),
});
export type GuideHit = z.infer<typeof GuideHit>;

export const SearchAnswer = z.strictObject({
  results: z.array(ToolHit),
  guides: z.array(GuideHit),
  cursor: z.string().nullable().describe("null when there are no more results"),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
