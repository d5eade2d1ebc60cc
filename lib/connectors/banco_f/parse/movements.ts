import type { Periodo } from "#lib/chile/index.ts";
import {
  parseAnswer,
  parseMoneda,
  parseRow,
  readable,
  rowIds,
  signedAmount,
  textOrNull,
  unknownShape,
  type RowIds,
} from "#lib/contract/bank/index.ts";
import { MovementsPage, Numbered, RawMovement } from "../portal.ts";
import type { MovimientoGuardado } from "../store.ts";
import { parseAmount, parseMoment } from "./amounts.ts";

interface PageAsked {
  numeroCuenta: string;
  currency: string;
  /** How many rows the earlier pages had. */
  before: number;
}

/**
 * Refuses a page of another account or out of sequence; an empty list is accepted only when the
 * portal says so.
 */
export function parseMovementsPage(answer: unknown, asked: PageAsked): MovementsPage {
  const page = parseAnswer(MovementsPage, answer);
  if (page.cuenta !== asked.numeroCuenta) throw unknownShape("a page of another account");
  if (parseMoneda(page.currency) !== asked.currency) throw unknownShape("another currency");
  const isEmpty = page.movimientos.length === 0;
  if (isEmpty !== (page.estado === "SIN_MOVIMIENTOS")) {
    throw unknownShape("neither movements nor their absence");
  }
  if (isEmpty && page.continuacion !== null) throw unknownShape("more behind an empty page");
  // If no row of a page parses, a field was renamed; if some do, the others cannot be read.
  const known = isEmpty || page.movimientos.some((row) => parseRow(RawMovement, row) !== null);
  if (!known) throw unknownShape("movements with other fields");
  const inTurn = page.movimientos.every(
    (row, place) => parseRow(Numbered, row)?.orden === asked.before + place + 1,
  );
  if (!inTurn) throw unknownShape("a page out of its turn");
  return page;
}

interface Account {
  numeroCuenta: string;
  currency: string;
  periodo: Periodo;
}

/**
 * All rows of an account and month in the portal's order, newest first. Returns the oldest first.
 */
export function parseMovements(newestFirst: readonly unknown[], account: Account) {
  const idOf = rowIds();
  return readable(newestFirst.toReversed(), (row) => {
    const raw = parseRow(RawMovement, row);
    return raw === null ? null : parseMovement(raw, account, idOf);
  });
}

function parseMovement(
  raw: RawMovement,
  { numeroCuenta, currency, periodo }: Account,
  idOf: RowIds,
): MovimientoGuardado | null {
  const moment = parseMoment(raw.fechaMovimiento);
  const amount = parseAmount(raw.monto);
  if (moment === null || !moment.fecha.startsWith(periodo)) return null;
  if (amount === null || raw.glosa === "") return null;

  // The bank's own `orden` is valid for one reading only, and its other texts may come later.
  const { glosa, numeroDocumento, detalle, transferencia } = raw;
  const id = idOf([numeroCuenta, raw.fechaMovimiento, glosa, numeroDocumento, raw.monto]);
  const saldo = raw.saldo === null ? null : parseAmount(raw.saldo);
  // Counted before the row is dropped, so that an equal row keeps its own id.
  if (saldo === null && raw.saldo !== null) return null;
  return {
    id,
    fecha: moment.fecha,
    descripcion: glosa,
    numeroDocumento: textOrNull(numeroDocumento),
    saldo,
    numeroCuenta,
    currency,
    ...signedAmount(amount, currency),
    detalle,
    transferencia: transferencia && {
      rut: transferencia.rut,
      nombre: transferencia.nombre,
      banco: transferencia.banco,
      cuenta: transferencia.cuenta,
    },
  };
}
