import * as z from "zod";
import { defineOperation } from "#lib/tools/documents/index.ts";

const tag = "operations";
const exampleId = "oper_01k2exampe0000000000000000";
const exampleKey = "7b6f4f0e-2c1d-4b4e-9c1a-0c5a7b1d2e3f";

const Operation = z.strictObject({
  id: z.string(),
  idempotency_key: z.string(),
  connection_id: z.string(),
  tool_id: z.string(),
  kind: z.enum(["dte", "anulacion", "boleta"]),
  state: z
    .enum(["queued", "running", "crossed", "emitted", "rejected", "unknown", "released"])
    .describe(
      "`crossed` and `unknown`: the document may be out. `released`: nothing was sent, and the key can run again",
    ),
  error_code: z.string().nullable(),
  tipo_dte: z.int(),
  folio: z.int().nullable(),
  receipt: z.string().nullable(),
  input_hash: z.string(),
  document_hash: z.string(),
  created_at: z.iso.datetime(),
  barrier_at: z.iso.datetime().nullable().describe("From then on the document may be out"),
  finished_at: z.iso.datetime().nullable(),
  evidence: z.array(
    z.strictObject({
      step: z.string(),
      at: z.iso.datetime(),
      found: z
        .strictObject({ listed: z.int(), matching: z.int(), candidates: z.int() })
        .nullable()
        .describe("What the authority's list of issued documents showed"),
    }),
  ),
});

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
      .meta({ description: "The key or the operation", examples: [exampleKey, exampleId] }),
  }),
  query: z.object({}),
  success: {
    status: 200,
    description: "The operation",
    content: {
      kind: "envelope",
      data: Operation,
      example: {
        id: exampleId,
        idempotency_key: exampleKey,
        connection_id: "conn_01k2exampe0000000000000000",
        tool_id: "tributario.dte.emitir",
        kind: "dte",
        state: "emitted",
        error_code: null,
        tipo_dte: 33,
        folio: 500_001,
        receipt: "eyJhbGciOiJFZERTQSJ9.eyJmb2xpbyI6NTAwMDAxfQ.c2lnbmF0dXJl",
        input_hash: "0f".repeat(32),
        document_hash: "1e".repeat(32),
        created_at: "2026-08-20T14:00:00.000Z",
        barrier_at: "2026-08-20T14:00:04.000Z",
        finished_at: "2026-08-20T14:00:06.000Z",
        evidence: [
          { step: "send", at: "2026-08-20T14:00:04.000Z", found: null },
          {
            step: "issued_list",
            at: "2026-08-20T14:00:05.000Z",
            found: { listed: 3, matching: 1, candidates: 1 },
          },
        ],
      },
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
