import { santiagoDay } from "../../../generator/calendar.ts";
import type { Row, TruthQuery } from "../../../system/system.ts";
import type { Annulment } from "./annulment.ts";
import type { FeeBook } from "./book.ts";
import type { FeeReceiptNow } from "./receipt.ts";

const states = {
  in_force: "VIGENTE",
  pending: "VIGENTE_ANULACION_PENDIENTE",
  annulled: "ANULADA",
} as const;
const modes = { immediate: "inmediata", by_receiver: "con_receptor" } as const;
const answers = { accepted: "aceptada", rejected: "rechazada", lapsed: "vencida" } as const;

/** `&lado=` filters it. */
export function feeTruth(fees: FeeBook, { rut, periodo, params }: TruthQuery): Row[] {
  const rows = fees.receipts(rut, periodo).map(feeRow);
  return rows.filter(({ lado }) => !params["lado"] || params["lado"] === lado);
}

export function feeRow(receipt: FeeReceiptNow) {
  const { withheld, withheldBy, annulledAt, annulment, observation } = receipt;
  const byIssuer = withheldBy === "issuer" ? withheld : 0;
  return {
    lado: receipt.side,
    folio: receipt.folio,
    codigoBarras: receipt.barCode,
    fecha: receipt.day,
    rut: receipt.rut,
    nombre: receipt.name,
    bruto: receipt.gross,
    retencion: withheld,
    // What the issuer of a received receipt pays itself is shown to nobody.
    retencionEmisor: receipt.side === "emitidas" ? byIssuer : null,
    retencionReceptor: withheldBy === "receiver" ? withheld : 0,
    liquido: receipt.gross - withheld,
    tasa: receipt.rate / 100,
    sociedadProfesional: receipt.partnership,
    observada: observation !== null,
    estado: states[receipt.state],
    anulada: annulledAt !== null,
    fechaAnulacion: annulledAt ? santiagoDay(annulledAt) : null,
    anulacion: annulment && annulmentRow(annulment),
  };
}

function annulmentRow({ askedAt, cause, mode, until, answer }: Annulment) {
  return {
    pedidaEn: askedAt.toISOString(),
    causa: cause,
    modo: modes[mode],
    plazoHasta: until,
    respuesta: answer && answers[answer.word],
  };
}
