import type { Periodo } from "#lib/chile/index.ts";
import {
  counter,
  fingerprint,
  readable,
  signedAmount,
  textOrNull,
} from "#lib/contract/bank/index.ts";
import { RawMovement } from "../portal.ts";
import type { MovimientoGuardado } from "../store.ts";
import { parseAmount, parseMoment } from "./amounts.ts";
import { rowOf } from "./understood.ts";

interface Account {
  numeroCuenta: string;
  currency: string;
  periodo: Periodo;
}

/** All rows of an account and month, as the portal orders them: the newest first. Answers the oldest first. */
export function parseMovements(newestFirst: readonly unknown[], account: Account) {
  const ordinalOf = counter();
  return readable(newestFirst.toReversed(), (row) => {
    const raw = rowOf(RawMovement, row);
    return raw === null ? null : parseMovement(raw, account, ordinalOf);
  });
}

function parseMovement(
  raw: RawMovement,
  { numeroCuenta, currency, periodo }: Account,
  ordinalOf: (key: string) => number,
): MovimientoGuardado | null {
  const moment = parseMoment(raw.fechaMovimiento);
  const amount = parseAmount(raw.monto);
  if (moment === null || !moment.fecha.startsWith(periodo)) return null;
  if (amount === null || raw.glosa === "") return null;

  // The bank's own `orden` belongs to one reading, and its other texts may come later.
  const { glosa, numeroDocumento, detalle, transferencia } = raw;
  const identity = [numeroCuenta, raw.fechaMovimiento, glosa, numeroDocumento, raw.monto];
  const ordinal = ordinalOf(JSON.stringify(identity));
  const saldo = raw.saldo === null ? null : parseAmount(raw.saldo);
  // Counted before it is given up, so that its twin keeps its own ordinal.
  if (saldo === null && raw.saldo !== null) return null;
  return {
    id: fingerprint([...identity, ordinal]),
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
