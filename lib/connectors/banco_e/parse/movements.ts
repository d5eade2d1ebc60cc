import type { Periodo } from "#lib/chile/index.ts";
import {
  amountIn,
  ledgerAmount,
  readable,
  rowIds,
  textOrNull,
  type LedgerAmount,
  type RowIds,
} from "#lib/contract/bank/index.ts";
import type { RawMovement } from "../portal.ts";
import type { Movimiento } from "../store.ts";
import { moneda } from "./accounts.ts";
import { parseDay } from "./texts.ts";

export interface AskedMonth {
  numeroCuenta: string;
  periodo: Periodo;
}

/**
 * All rows of an account and month in the portal's order, newest first. Returns the oldest first.
 */
export function parseMovements(newestFirst: readonly (RawMovement | null)[], account: AskedMonth) {
  const idOf = rowIds();
  return readable(newestFirst.toReversed(), (raw) => parseMovement(raw, account, idOf));
}

function parseMovement(
  raw: RawMovement,
  { numeroCuenta, periodo }: AskedMonth,
  idOf: RowIds,
): Movimiento | null {
  const fecha = parseDay(raw.fecha);
  const amount = amountOf(raw);
  if (fecha === null || !fecha.startsWith(periodo)) return null;
  if (amount === null || raw.descripcion === "") return null;

  // What may still change is left out: the accounting day comes later, and the day's balance moves
  // on to the row that has become its last.
  const { type, monto } = amount;
  const id = idOf([numeroCuenta, fecha, raw.descripcion, raw.documento, type, monto]);
  const fechaContable = raw.fechaContable === "" ? null : parseDay(raw.fechaContable);
  const saldo = amountIn(raw.saldo);
  // Counted before the row is dropped, so that an equal row keeps its own id.
  if (fechaContable === null && raw.fechaContable !== "") return null;
  if (saldo === undefined) return null;
  return {
    id,
    fecha,
    fechaContable,
    descripcion: raw.descripcion,
    numeroDocumento: textOrNull(raw.documento),
    sucursal: textOrNull(raw.oficina),
    numeroCuenta,
    moneda,
    ...amount,
    saldoContable: saldo,
  };
}

/** `50.000-` with a C takes out, `50.000` with an A brings in: sign and letter must agree. */
function amountOf({ monto, lado }: RawMovement): LedgerAmount | null {
  const value = amountIn(monto);
  if (value === undefined || value === null) return null;
  if (lado === "C" && value <= 0) return ledgerAmount({ cargo: -value, abono: null }, moneda);
  if (lado === "A" && value >= 0) return ledgerAmount({ cargo: null, abono: value }, moneda);
  return null;
}
