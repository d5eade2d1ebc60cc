import * as z from "zod";
import { emissionKinds, folioProofs } from "#lib/contract/index.ts";
import { operationStates, proofOf, type FoundOperation } from "#lib/emissions/index.ts";

export const Operation = z.strictObject({
  id: z.string(),
  idempotency_key: z.string(),
  connection_id: z.string(),
  tool_id: z.string(),
  kind: z.enum(emissionKinds),
  state: z
    .enum(operationStates)
    .describe(
      "`crossed` and `unknown`: the document may be out. `released`: nothing was sent, and the key can run again",
    ),
  error_code: z.string().nullable(),
  tipo_dte: z.int(),
  folio: z.int().nullable(),
  prueba: z
    .enum(folioProofs)
    .nullable()
    .describe(
      "How the folio is known. `respuesta`: the authority answered it and lists it. `lista`: no answer came, and it is the only listed document that looks the same",
    ),
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
        .union([
          z.strictObject({ listed: z.int(), matching: z.int(), candidates: z.int() }),
          z.strictObject({ folio: z.int() }),
          z.strictObject({ refused: z.enum(["content", "signature"]) }),
        ])
        .nullable()
        .describe(
          "Of `issued_list`: what the authority's list of issued documents showed. Of `answer`: the folio that the portal named, or what it refused the document for",
        ),
    }),
  ),
});

export function toOperation({ row, evidence }: FoundOperation): z.input<typeof Operation> {
  return {
    id: row.id,
    idempotency_key: row.idempotencyKey,
    connection_id: row.connectionId,
    tool_id: row.toolId,
    kind: row.kind,
    state: row.state,
    error_code: row.errorCode,
    tipo_dte: row.tipoDte,
    folio: row.folio,
    prueba: proofOf({ row, evidence }),
    receipt: row.receipt,
    input_hash: row.inputHash,
    document_hash: row.documentHash,
    created_at: row.createdAt.toISOString(),
    barrier_at: row.barrierAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    evidence: evidence.map(({ step, at, found }) => ({ step, at: at.toISOString(), found })),
  };
}

export const exampleOperation: z.input<typeof Operation> = {
  id: "oper_01k2exampe0000000000000000",
  idempotency_key: "7b6f4f0e-2c1d-4b4e-9c1a-0c5a7b1d2e3f",
  connection_id: "conn_01k2exampe0000000000000000",
  tool_id: "tributario.dte.emitir",
  kind: "dte",
  state: "emitted",
  error_code: null,
  tipo_dte: 33,
  folio: 500_001,
  prueba: "respuesta",
  receipt: "eyJhbGciOiJFZERTQSJ9.eyJmb2xpbyI6NTAwMDAxfQ.c2lnbmF0dXJl",
  input_hash: "0f".repeat(32),
  document_hash: "1e".repeat(32),
  created_at: "2026-08-20T14:00:00.000Z",
  barrier_at: "2026-08-20T14:00:04.000Z",
  finished_at: "2026-08-20T14:00:06.000Z",
  evidence: [
    { step: "send", at: "2026-08-20T14:00:04.000Z", found: null },
    { step: "answer", at: "2026-08-20T14:00:05.000Z", found: { folio: 500_001 } },
    {
      step: "issued_list",
      at: "2026-08-20T14:00:05.000Z",
      found: { listed: 3, matching: 1, candidates: 1 },
    },
  ],
};
