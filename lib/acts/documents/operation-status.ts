import {
  emissionKinds,
  type DteTotals,
  type EmissionKind,
  type FolioProof,
} from "#lib/contract/index.ts";
import { proofOf, type FoundOperation, type OperationState } from "#lib/ledger/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ListFinding } from "#lib/ledger/ledger.sql.ts";

interface EmissionStatus {
  operacionId: string;
  estado: "en_cola" | "en_curso" | "emitido" | "rechazado" | "desconocido" | "liberado";
  kind: EmissionKind;
  tipoDte: number;
  folio: number | null;
  prueba: FolioProof | null;
  totales: DteTotals | null;
  recibo: string | null;
  creadaEn: string;
  enviadaEn: string | null;
  terminadaEn: string | null;
  evidencia: {
    paso: string;
    en: string;
    folioRespondido: number | null;
    rechazado: boolean;
    lista: { listados: number; coinciden: number; candidatos: number } | null;
  }[];
}

const estados: Record<OperationState, EmissionStatus["estado"]> = {
  queued: "en_cola",
  running: "en_curso",
  // It may have been sent: the outcome is not known before the end.
  crossed: "en_curso",
  done: "emitido",
  rejected: "rechazado",
  unknown: "desconocido",
  released: "liberado",
};

/** The outcome of an operation, for a caller that lost its answer. */
export function toStatus({ row, totals, evidence }: FoundOperation): EmissionStatus {
  const { tipoDte } = row;
  const kind = documentKindOf(row);
  // Another act's operation is not a document.
  if (tipoDte === null || kind === null) throw new AppError("tributario_emission_not_found");
  return {
    operacionId: row.id,
    estado: estados[row.state],
    kind,
    tipoDte,
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

function documentKindOf({ kind }: Pick<FoundOperation["row"], "kind">): EmissionKind | null {
  return emissionKinds.find((one) => one === kind) ?? null;
}

function toList({ listed, matching, candidates }: ListFinding) {
  return { listados: listed, coinciden: matching, candidatos: candidates };
}
