import type { LedgerRow } from "../../bank/book.ts";
import type { DeedKind } from "../../generator/deeds.ts";
import type { Movement } from "../../generator/month.ts";
import type { Row } from "../../system/system.ts";
import { transferTexts, type Counterparty, type PrintedTexts } from "./transfer-texts.ts";

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

/** Typed by the payer: cut in the middle of a character, and padded with zeros by an old system. */
const typed: Partial<Record<DeedKind, string>> = { deposit: "gracias por todo \ud83d\u0000\u0000" };

const nobody: Counterparty = { rut: null, nombre: null, banco: null, cuenta: null };

export function textsOf(movement: Movement): PrintedTexts {
  const { kind, party } = movement;
  const words = plain[kind];
  if (words === undefined && party) return transferTexts(movement, party);
  const named = party && kind !== "reversal" ? ` ${party.name.toUpperCase()}` : "";
  return {
    glosa: `${words ?? "MOVIMIENTO"}${named}`,
    detalle: typed[kind] ?? null,
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

/** Further words of a movement's truth, which an added row may have but the portal computes. */
export const derivedWords = [
  "transferenciaRut",
  "transferenciaNombre",
  "transferenciaBanco",
  "transferenciaCuenta",
  "caso",
  "contraparteRut",
  "contraparteNombre",
  "contraparteBanco",
  "contraparteCuenta",
] as const;

export function textsTruth(row: LedgerRow): Row {
  const { detalle, transferencia, caso, counterparty } = printedTexts(row);
  return {
    detalle,
    transferenciaRut: transferencia?.rut ?? null,
    transferenciaNombre: transferencia?.nombre ?? null,
    transferenciaBanco: transferencia?.banco ?? null,
    transferenciaCuenta: transferencia?.cuenta ?? null,
    caso,
    contraparteRut: counterparty.rut,
    contraparteNombre: counterparty.nombre,
    contraparteBanco: counterparty.banco,
    contraparteCuenta: counterparty.cuenta,
  };
}
