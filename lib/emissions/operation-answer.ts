import { AppError, isErrorCode } from "#lib/kernel/errors/index.ts";
import type { DteTotals, FolioProof } from "#lib/contract/index.ts";
import type { SealedPlace, Vault } from "#lib/vault/index.ts";
import type { OperationRow } from "./emissions.sql.ts";

/** What an emission answers, word by word each time. */
export interface OperationAnswer {
  data: Record<string, unknown>;
  idempotency: "stored" | "replayed";
  operationRequestId: string;
}

/** An error that is an operation's own end, given again to any caller who asks under its key. */
export class OperationFailed extends AppError {
  readonly idempotency: OperationAnswer["idempotency"];
  readonly operationRequestId: string;

  constructor(
    code: ConstructorParameters<typeof AppError>[0],
    details: Record<string, unknown>,
    { idempotency, operationRequestId }: Omit<OperationAnswer, "data">,
  ) {
    super(code, { details });
    this.idempotency = idempotency;
    this.operationRequestId = operationRequestId;
  }
}

interface EmittedDocument {
  operacionId: string;
  kind: string;
  tipoDte: number;
  folio: number;
  fechaEmision: string;
  totales: DteTotals;
  anula: { tipoDte: number; folio: number } | null;
  prueba: FolioProof;
  recibo: string;
}

/** The final answer, in the shape of its tool. */
export function emittedData(emitted: EmittedDocument): Record<string, unknown> {
  const { operacionId, tipoDte, folio, fechaEmision, totales, anula, prueba, recibo } = emitted;
  if (anula !== null) {
    return {
      operacionId,
      notaCredito: { tipoDte: 61, folio },
      documento: { ...anula, estado: "anulado" },
      prueba,
      recibo,
    };
  }
  return { operacionId, estado: "emitido", tipoDte, folio, fechaEmision, totales, prueba, recibo };
}

export async function answerOf(
  ctx: { vault: Vault },
  row: OperationRow,
  idempotency: OperationAnswer["idempotency"],
): Promise<OperationAnswer> {
  const about = { idempotency, operationRequestId: row.operationRequestId };
  switch (row.state) {
    case "emitted": {
      if (row.outcome === null) {
        throw new AppError("idempotency_conflict", { details: { reason: "response_expired" } });
      }
      const plain = await ctx.vault.open(outcomePlace(row), row.outcome);
      const data = JSON.parse(plain.toString("utf8")) as Record<string, unknown>;
      return { data, ...about };
    }
    case "rejected":
      throw new OperationFailed(
        row.errorCode === "tributario_signing_material_invalid"
          ? row.errorCode
          : "tributario_emission_rejected",
        { operacionId: row.id, reason: "refused_at_send", recibo: row.receipt },
        about,
      );
    case "unknown":
      throw new OperationFailed(
        "tributario_emission_outcome_unknown",
        { operacionId: row.id, fix: reconcileCall(row) },
        about,
      );
    case "released": {
      const { errorCode } = row;
      // Nothing happened: the error is the visit's, and the key may be used again.
      const code = errorCode !== null && isErrorCode(errorCode) ? errorCode : "upstream_error";
      throw new AppError(code, await releasedDetails(ctx, row));
    }
    case "queued":
    case "running":
    case "crossed":
      throw new TypeError("an operation that has not ended");
  }
}

async function releasedDetails(ctx: { vault: Vault }, row: OperationRow) {
  if (row.outcome === null) return {};
  const plain = await ctx.vault.open(outcomePlace(row), row.outcome);
  return { details: JSON.parse(plain.toString("utf8")) as Record<string, unknown> };
}

function reconcileCall(row: OperationRow): Record<string, unknown> {
  return {
    tool_id: `${row.toolId.split(".")[0]}.emision.reconciliar`,
    input: { operacionId: row.id },
    connection_id: row.connectionId,
  };
}

export function outcomePlace(row: { organizationId: string; id: string }): SealedPlace {
  return {
    organizationId: row.organizationId,
    purpose: "answer",
    table: "operations",
    column: "outcome",
    row: row.id,
  };
}
