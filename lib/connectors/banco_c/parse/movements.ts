import { parsePortalDate, type Fecha, type Periodo } from "#lib/chile/index.ts";
import {
  amountIn,
  balancesMeet,
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
import type { MovementsFile } from "./movements-file.ts";

/**
 * The month's own rows, oldest first. The days around it belong to other months, which have them
 * complete; a row whose day cannot be read may be of this one. A file written while its rows
 * changed has balances that do not add up.
 */
export function parseMovements(
  { rows, ...account }: MovementsFile,
  periodo: Periodo,
): AccountMonth<Movimiento> {
  const idOf = rowIds();
  const own = rows.filter((raw) => {
    const fecha = raw === null ? null : parsePortalDate(raw.fecha);
    return fecha === null || fecha.startsWith(periodo);
  });
  const parsed = readable(own, (raw) => parseMovement(raw, account, idOf));
  const { incompletos } = parsed;
  const balanced = parsed.rows.map((row) => ({ by: signedOf(row), after: row.saldoContable }));
  return { ...parsed, completo: incompletos === 0 && balancesMeet(balanced) };
}

function parseMovement(
  raw: RawMovement,
  { numeroCuenta, moneda }: Omit<MovementsFile, "rows">,
  idOf: RowIds,
): Movimiento | null {
  const fecha = parsePortalDate(raw.fecha);
  const cargo = amountIn(raw.cargo);
  const abono = amountIn(raw.abono);
  if (fecha === null || cargo === undefined || abono === undefined) return null;
  const amount = ledgerAmount({ cargo, abono }, moneda);
  if (amount === null || raw.descripcion === "") return null;

  // What may still change is left out: the accounting day comes later, and the balance moves with
  // every row that is added before this one.
  const id = idOf([numeroCuenta, fecha, raw.descripcion, raw.documento, cargo, abono]);
  const fechaContable = accountingDay(raw.fechaContable);
  const saldo = amountIn(raw.saldo);
  // Counted before the row is dropped, so that an equal row keeps its own id.
  if (fechaContable === undefined || saldo === undefined || saldo === null) return null;
  return {
    id,
    fecha,
    fechaContable,
    descripcion: raw.descripcion,
    numeroDocumento: textOrNull(raw.documento),
    sucursal: textOrNull(raw.sucursal),
    numeroCuenta,
    moneda,
    ...amount,
    saldoContable: saldo,
  };
}

/** Null while it is not known yet, undefined if the cell is not a day. */
function accountingDay(cell: string): Fecha | null | undefined {
  return cell === "" ? null : (parsePortalDate(cell) ?? undefined);
}
