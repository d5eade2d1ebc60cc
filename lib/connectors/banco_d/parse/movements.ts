import { display, parseMonto, parsePortalDate } from "#lib/chile/index.ts";
import { readable, rowIds, textOrNull, type RowIds } from "#lib/contract/bank/index.ts";
import type { RawMovement } from "../portal.ts";
import type { Movimiento } from "../store.ts";
import { parseDay } from "./day.ts";

interface ParsedMovements {
  /** In the order in which they happened. */
  rows: Movimiento[];
  incompletos: number;
}

interface Account {
  numeroCuenta: string;
  moneda: string;
}

/** The rows of an account, newest first as the portal shows them. */
export function parseMovements(
  raws: readonly (RawMovement | null)[],
  account: Account,
): ParsedMovements {
  const idOf = rowIds();
  return readable(raws.toReversed(), (raw) => parseMovement(raw, account, idOf));
}

function parseMovement(
  raw: RawMovement,
  { numeroCuenta, moneda }: Account,
  idOf: RowIds,
): Movimiento | null {
  const fecha = parseDay(raw.fecha);
  const ingreso = parseEntry(raw.ingreso);
  const amount = parseMonto(raw.monto);
  const saldo = parseMonto(raw.saldo);
  if (fecha === null || ingreso === null || amount === null || raw.descripcion === "") return null;
  // Outgoing amounts are in parentheses; in the ledger they are credits.
  const type = raw.monto.startsWith("(") ? "credit" : "debit";
  if (type === "debit" && amount.value < 0) return null;
  const monto = Math.abs(amount.value);

  // The carried balance is left out: a row added to an earlier day would change every key after it.
  const id = idOf([numeroCuenta, fecha, ingreso, raw.documento, raw.descripcion, type, monto]);
  // Counted before the row is dropped, so that an equal row keeps its own id.
  if (saldo === null) return null;
  return {
    id,
    fecha,
    ingreso,
    descripcion: raw.descripcion,
    numeroDocumento: textOrNull(raw.documento),
    numeroCuenta,
    moneda,
    monto,
    type,
    display: display(monto, type, moneda),
    saldoContable: saldo.value,
  };
}

/** `AAAAMMDD HH:MM:SS`, as a local time that sorts. */
function parseEntry(text: string): string | null {
  const [, day, time] = /^(\d{8}) (\d{2}:\d{2}:\d{2})$/.exec(text) ?? [];
  const fecha = day === undefined ? null : parsePortalDate(text);
  return fecha === null ? null : `${fecha}T${time}`;
}
