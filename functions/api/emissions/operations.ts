import * as z from "zod";
import { defineOperation } from "#lib/tools/documents/index.ts";
import { exampleOperation, Operation } from "./shapes.ts";

const tag = "operations";

export const getOperation = defineOperation({
  id: "operations.get",
  method: "get",
  path: "/v1/operations/{id}",
  tag,
  summary: "What became of an emission",
  description:
    "By the `Idempotency-Key` of the call or by the `operacionId`. A client that lost its answer asks here and never has to guess.",
  auth: { bearer: ["tributario:read"] },
  params: z.object({
    id: z
      .string()
      .regex(
        /^(oper_[0-9a-z]{26}|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/,
      )
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
  codes: ["validation_error", "tributario_emission_not_found"],
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
