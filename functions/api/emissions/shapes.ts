import * as z from "zod";
import type { Actor } from "#lib/db/actors.ts";
import { acceptanceStates, folioProofs, type AcceptanceState } from "#lib/contract/index.ts";
import {
  operationKinds,
  operationStates,
  proofOf,
  type FoundOperation,
} from "#lib/ledger/index.ts";

export const Operation = z.strictObject({
  id: z.string(),
  idempotency_key: z.string(),
  connection_id: z.string(),
  tool_id: z.string(),
  kind: z.enum(operationKinds),
  state: z
    .enum(operationStates)
    .describe(
      "`crossed` and `unknown`: it may be out. `done`: the portal lists it. `released`: nothing was sent, and the key can run again",
    ),
  error_code: z.string().nullable(),
  tipo_dte: z.int().nullable().describe("The type of a tax document"),
  folio: z.int().nullable(),
  external_ref: z
    .string()
    .nullable()
    .describe("The name under which the portal lists it: a document's folio, or another code"),
  subject_id: z.string().nullable().describe("The request that it is about, where there is one"),
  prueba: z
    .enum(folioProofs)
    .nullable()
    .describe(
      "How the name is known. `respuesta`: the portal answered it and lists it. `lista`: no answer came, and it is the only thing listed that looks the same",
    ),
  estadoAutoridad: z
    .enum(acceptanceStates)
    .nullable()
    .describe(
      "What the tax authority said of a document of an invoicing system, which it says minutes to days later: `rechazado` means that it is not valid and its folio is used up. Null for everything else",
    ),
  receipt: z.string().nullable(),
  input_hash: z.string(),
  document_hash: z.string(),
  created_at: z.iso.datetime(),
  barrier_at: z.iso.datetime().nullable().describe("From then on it may be out"),
  finished_at: z.iso.datetime().nullable(),
  evidence: z.array(
    z.strictObject({
      step: z.string(),
      at: z.iso.datetime(),
      found: z
        .union([
          z.strictObject({ listed: z.int(), matching: z.int(), candidates: z.int() }),
          z.strictObject({ folio: z.int() }),
          z.strictObject({ name: z.string() }),
          z.strictObject({ refused: z.string() }),
        ])
        .nullable()
        .describe(
          "For `issued_list`, what the portal's list showed; for `answer`, the folio or other name that the portal gave, or what it refused: `content`, `signature`",
        ),
    }),
  ),
});

type Maker = Pick<Actor, "kind" | "id">;

/**
 * An act with its own request belongs to its maker: others see its progress, but not the code that opens, prints or
 * revokes it.
 */
export function toOperation(
  { row, evidence }: FoundOperation,
  { kind, id }: Maker,
  estadoAutoridad: AcceptanceState | null,
): z.input<typeof Operation> {
  const isTold = row.subjectId === null || (row.actorKind === kind && row.actorId === id);
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
    external_ref: isTold ? row.externalRef : null,
    subject_id: row.subjectId,
    prueba: proofOf({ row, evidence }),
    estadoAutoridad,
    receipt: isTold ? row.receipt : null,
    input_hash: row.inputHash,
    document_hash: row.documentHash,
    created_at: row.createdAt.toISOString(),
    barrier_at: row.barrierAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    evidence: evidence.map(({ step, at, found }) => ({
      step,
      at: at.toISOString(),
      found: isTold || found === null || !("name" in found) ? found : null,
    })),
  };
}

export const exampleOperation: z.input<typeof Operation> = {
  id: "oper_01k2exampe0000000000000000",
  idempotency_key: "7b6f4f0e-2c1d-4b4e-9c1a-0c5a7b1d2e3f",
  connection_id: "conn_01k2exampe0000000000000000",
  tool_id: "tributario.dte.emitir",
  kind: "dte",
  state: "done",
  error_code: null,
  tipo_dte: 33,
  folio: 500_001,
  external_ref: "500001",
  subject_id: null,
  prueba: "respuesta",
  estadoAutoridad: null,
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
