import type { DteTotals, FolioProof } from "#lib/contract/index.ts";

interface EmittedDocument {
  operacionId: string;
  tipoDte: number;
  folio: number;
  fechaEmision: string;
  totales: DteTotals;
  anula: { tipoDte: number; folio: number } | null;
  prueba: FolioProof;
  recibo: string;
}

/** The final answer, in its tool's format. */
export function documentAnswer(emitted: EmittedDocument): Record<string, unknown> {
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
