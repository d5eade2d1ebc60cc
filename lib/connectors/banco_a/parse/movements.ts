import { parseMonto, parsePortalDate, type Periodo } from "#lib/chile/index.ts";
import {
  amountIn,
  inUnits,
  ledgerAmount,
  readable,
  rowIds,
  signedOf,
  textOrNull,
  type AccountMonth,
  type RowIds,
} from "#lib/contract/bank/index.ts";
import type { RawMovement } from "../portal.ts";
import type { Movimiento } from "../store.ts";
import type { Sheet } from "./sheet.ts";

interface Account {
  numeroCuenta: string;
  periodo: Periodo;
}

/**
 * All sheets of one account and month, in their order. It is complete if its rows lead from the
 * opening balance to the closing one.
 */
export function parseMovements(
  sheets: readonly Sheet[],
  account: Account,
): AccountMonth<Movimiento> {
  const [first] = sheets;
  const last = sheets.at(-1);
  if (first === undefined || last === undefined)
    throw new TypeError("a month has one sheet at least");
  const idOf = rowIds();
  const raws = sheets.flatMap((sheet) => sheet.rows);
  const { rows, incompletos } = readable(raws, (raw) =>
    parseMovement(raw, { ...account, moneda: first.moneda }, idOf),
  );
  const moved = rows.reduce((sum, row) => sum + inUnits(signedOf(row)), 0);
  const completo = incompletos === 0 && inUnits(first.opening) + moved === inUnits(last.closing);
  return { rows, incompletos, completo };
}

function parseMovement(
  raw: RawMovement,
  { numeroCuenta, periodo, moneda }: Account & { moneda: string },
  idOf: RowIds,
): Movimiento | null {
  const fecha = parsePortalDate(raw.fecha);
  const cargo = amountIn(raw.cargo);
  const abono = amountIn(raw.abono);
  const saldo = parseMonto(raw.saldo);
  if (fecha === null || !fecha.startsWith(periodo)) return null;
  if (cargo === undefined || abono === undefined) return null;
  const amount = ledgerAmount({ cargo, abono }, moneda);
  if (amount === null || raw.descripcion === "") return null;

  // The carried balance is left out: a row added to an earlier day would change every key after it.
  const id = idOf([numeroCuenta, fecha, raw.descripcion, raw.documento, cargo, abono]);
  // Counted before the row is dropped, so that an equal row keeps its own id.
  if (saldo === null) return null;
  return {
    id,
    fecha,
    descripcion: raw.descripcion,
    numeroDocumento: textOrNull(raw.documento),
    sucursal: textOrNull(raw.sucursal),
    numeroCuenta,
    moneda,
    ...amount,
    saldo: saldo.value,
  };
}
