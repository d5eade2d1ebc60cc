import type { LedgerRow } from "../../bank/book.ts";
import type { DeedKind } from "../../generator/deeds.ts";
import type { Movement } from "../../generator/month.ts";
import { transferTexts, type Counterparty, type Transfer } from "./transfer-texts.ts";

export interface PrintedTexts {
  glosa: string;
  detalle: string | null;
  transferencia: Transfer | null;
  /** Which pattern this is, for the truth alone. */
  caso: string;
  /** Who it is by these texts, for the truth alone. */
  counterparty: Counterparty;
}

const plain: Partial<Record<DeedKind, string>> = {
  card: "COMPRA DEBITO",
  check: "CHEQUE COBRADO POR CAJA",
  deposit: "DEPOSITO EN EFECTIVO",
  fee: "COMISION MANTENCION",
  tax: "PAGO EN LINEA IMPUESTOS",
  own_funds: "FONDOS PROPIOS",
  reversal: "REVERSA DE OPERACION",
  payroll: "REMUNERACION",
};

export const nobody: Counterparty = { rut: null, nombre: null, banco: null, cuenta: null };

export function textsOf(movement: Movement): PrintedTexts {
  const { kind, party } = movement;
  const words = plain[kind];
  if (words === undefined && party) return transferTexts(movement, party);
  const named = party && kind !== "reversal" ? ` ${party.name.toUpperCase()}` : "";
  return {
    glosa: `${words ?? "MOVIMIENTO"}${named}`,
    detalle: null,
    transferencia: null,
    caso: "sin_contraparte",
    counterparty: nobody,
  };
}

/** The texts of a row as printed; an added row has its own. */
export function printedTexts(row: LedgerRow): PrintedTexts {
  const texts = textsOf(row);
  if (texts.glosa === row.text) return texts;
  const detalle = row.detail ?? null;
  return {
    glosa: row.text,
    detalle,
    transferencia: null,
    caso: "agregada",
    counterparty: nobody,
  };
}
