import * as z from "zod";
import { publishedIdPattern } from "#lib/contract/index.ts";
import { canonicalUuidV4 } from "#lib/kernel/ids.ts";
import { defineOperation, OfferedFile } from "#lib/tools/documents/index.ts";
import { exampleOperation, Operation } from "./shapes.ts";

const tag = "operations";
const exampleTicket = "q2u7c1Jm0t8W5yZ4sQ9xv3bN6aL0dRkE2fGhTjKpYoU";

export const getOperation = defineOperation({
  id: "operations.get",
  method: "get",
  path: "/v1/operations/{id}",
  tag,
  summary: "What became of a thing that is done once",
  description:
    "By the `Idempotency-Key` of the call or by the `operacionId`, with the `<sistema>:read` of the system it was done in. A client that lost its answer asks here and never has to guess.",
  auth: { bearer: [] },
  params: z.object({
    id: z
      .string()
      .regex(new RegExp(`${canonicalUuidV4.source}|${publishedIdPattern("oper").source}`), {
        error: "The Idempotency-Key of the call, a lowercase UUID v4, or its operacionId, oper_…",
      })
      .meta({
        description: "The key or the operation",
        examples: [exampleOperation.idempotency_key, exampleOperation.id],
      }),
  }),
  query: z.object({}),
  success: {
    status: 200,
    description: "The operation",
    content: {
      kind: "envelope",
      schema: Operation,
      example: exampleOperation,
    },
  },
  codes: ["validation_error", "scope_not_granted", "tributario_emission_not_found"],
});

export const getOffered = defineOperation({
  id: "documents.get",
  method: "get",
  path: "/v1/documents/{ticket}",
  tag: "documents",
  summary: "A document that a tool answered as a link",
  description:
    "Tools that hand out a PDF answer `enlace` in place of its content when `entrega` asks for it, and over MCP whenever it is large. The link works once, for five minutes, with the credential that it was made for.",
  auth: { bearer: [] },
  params: z.object({
    ticket: z
      .string()
      .max(100)
      .meta({ description: "What the link ends with", examples: [exampleTicket] }),
  }),
  query: z.object({}),
  success: {
    status: 200,
    description: "The document, to be saved",
    content: { kind: "file", mediaTypes: ["application/pdf"], schema: OfferedFile },
  },
  codes: [
    "validation_error",
    "scope_not_granted",
    "collection_not_found",
    "collection_scope_forbidden",
    "collection_expired",
  ],
});

export const receiptKeys = defineOperation({
  id: "receipts.keys",
  method: "get",
  path: "/.well-known/connect-receipts.json",
  tag,
  summary: "The keys that verify receipts",
  description: "A JSON Web Key Set. Keep it: receipts then verify offline.",
  auth: "none",
  params: z.object({}),
  query: z.object({}),
  success: {
    status: 200,
    description: "The key set",
    content: {
      kind: "json",
      schema: z.strictObject({
        keys: z.array(
          z.strictObject({
            kty: z.literal("OKP"),
            crv: z.literal("Ed25519"),
            x: z.string(),
            kid: z.string(),
            use: z.literal("sig"),
            alg: z.literal("EdDSA"),
          }),
        ),
      }),
    },
  },
  codes: [],
});
