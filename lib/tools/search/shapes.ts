import * as z from "zod";
import { portalText } from "#lib/contract/index.ts";
import { errorCodes } from "#lib/kernel/errors/index.ts";

/** More would be too much for a model to read. */
export const maxHits = 5;

export const SearchQuery = z.strictObject({
  query: z.string().max(400).describe("Lo que quieres hacer, un id, un campo o un código de error"),
  connector: z.string().max(64).optional().describe("Solo las herramientas de este sistema"),
  toolId: z.string().max(100).optional().describe("Solo esta herramienta, con su esquema"),
  detail: z.enum(["default", "verbose"]).default("default").describe("verbose trae los esquemas"),
  limit: z.int().min(1).max(maxHits).default(maxHits),
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

const Missing = z.strictObject({
  field: z.string(),
  what: z.string().describe("What it is, and in what form"),
  from: z.string().optional().describe("A list of this hit, or the tool that yields it"),
});
export type Missing = z.infer<typeof Missing>;

const Before = z
  .strictObject({
    tool_id: z.string(),
    input: z.unknown().optional().describe("Given when it can be sent as it is"),
    missing: z.array(Missing).optional(),
  })
  .describe("The step that comes first");

export const ToolHit = z.strictObject({
  tool_id: z.string(),
  title: z.string(),
  summary: z.string().describe("At most 160 characters"),
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
    .array(
      z.strictObject({
        id: z.string(),
        sistema: z.string(),
        nombre: portalText("The name that a person gave it, or the company's own"),
        why_not: Code.nullable(),
      }),
    )
    .describe(
      "The caller's connections of these systems, ten at most, with what each would answer",
    ),
  connections_total: z.int(),
  next_call: Call.nullable().describe(
    "What to send next, as it is; null while something is missing",
  ),
  missing: z.array(Missing).describe("What only the caller can say"),
  accepts: z.array(z.string()).describe("The fields of input"),
  before: Before.nullable(),
  next_tools: z.array(z.string()).describe("What usually comes after"),
  description: z.string().optional(),
  errors: z.array(Code).optional(),
  example: Call.optional(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  output_schema: z.record(z.string(), z.unknown()).optional(),
});
export type ToolHit = z.infer<typeof ToolHit>;

export const GuideHit = z.strictObject({
  id: z.string(),
  title: z.string(),
  sentence: z.string().describe("Its beginning"),
  url: z.string().describe("The whole of it, as Markdown"),
});
export type GuideHit = z.infer<typeof GuideHit>;

export const SearchAnswer = z.strictObject({
  results: z.array(ToolHit),
  note: z.string().nullable().describe("Says so when no tool does what was asked"),
  nearest: z.array(z.string()).describe("Then: ids of the tools that come nearest"),
  guides: z.array(GuideHit),
  cursor: z.string().nullable().describe("null when there are no more results"),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
