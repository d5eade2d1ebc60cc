import type { EmissionStatus, FolioProof } from "#lib/contract/index.ts";
import type { ListFinding } from "./emissions.sql.ts";
import type { FoundOperation } from "./find-operation.ts";
import type { OperationState } from "./states.ts";

const estados: Record<OperationState, EmissionStatus["estado"]> = {
  queued: "en_cola",
  running: "en_curso",
  // Sent, perhaps: nobody knows before the end.
  crossed: "en_curso",
  emitted: "emitido",
  rejected: "rechazado",
  unknown: "desconocido",
  released: "liberado",
};

/** What became of an operation, for a caller that lost its answer. */
export function toStatus({ row, totals, evidence }: FoundOperation): EmissionStatus {
  return {
    operacionId: row.id,
    estado: estados[row.state],
    kind: row.kind,
    tipoDte: row.tipoDte,
    folio: row.folio,
    prueba: proofOf({ row, evidence }),
    totales: totals,
    recibo: row.receipt,
    creadaEn: row.createdAt.toISOString(),
    enviadaEn: row.barrierAt?.toISOString() ?? null,
    terminadaEn: row.finishedAt?.toISOString() ?? null,
    evidencia: evidence.map(({ step, found, at }) => ({
      paso: step,
      en: at.toISOString(),
      folioRespondido: found !== null && "folio" in found ? found.folio : null,
      rechazado: found !== null && "refused" in found,
      lista: found !== null && "listed" in found ? toList(found) : null,
    })),
  };
}

/** How the folio is known to be the operation's. */
export function proofOf({
  row,
  evidence,
}: Pick<FoundOperation, "row" | "evidence">): FolioProof | null {
  if (row.folio === null) return null;
  const isAnswered = evidence.some(
    ({ found }) => found !== null && "folio" in found && found.folio === row.folio,
  );
  return isAnswered ? "respuesta" : "lista";
}

function toList({ listed, matching, candidates }: ListFinding) {
  return { listados: listed, coinciden: matching, candidatos: candidates };
}
