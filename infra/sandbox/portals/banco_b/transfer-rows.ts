import { santiagoTime } from "../../generator/calendar.ts";
import { dottedRut } from "../../generator/rut.ts";
import type { Row } from "../../system/system.ts";
import { paddedRut } from "./answers.ts";
import type { Transfer } from "./transfers.ts";
import { displayed, dotted, slashedDay } from "./words.ts";

/** The instant is UTC, so a month's last evening is already the next month. The amount has its sign. */
export function sentRow(transfer: Transfer, changed: boolean): Row {
  const { party } = transfer;
  return {
    [changed ? "folioOperacion" : "numTransaccion"]: transfer.number,
    fechaHora: transfer.at.toISOString(),
    ctaOrigen: transfer.account,
    rutDestino: paddedRut(party.rut),
    nombreDestino: party.name,
    bancoDestino: party.bank,
    ctaDestino: party.account,
    monto: displayed(-transfer.amount),
    comentario: transfer.message,
    estado: transfer.state,
  };
}

/** A completely different format: local date and time, dotted RUT, an amount without sign. */
export function receivedRow(transfer: Transfer, changed: boolean): Row {
  const { party } = transfer;
  return {
    [changed ? "folioOperacion" : "nroOperacion"]: transfer.number,
    fecha: slashedDay(transfer.day),
    hora: santiagoTime(transfer.at),
    cuentaAbono: transfer.account,
    rutOrigen: dottedRut(party.rut),
    nombreOrigen: party.name,
    bancoOrigen: party.bank,
    cuentaOrigen: party.account,
    montoAbonado: dotted(transfer.amount, "CLP"),
    asunto: transfer.message ?? "",
  };
}

export function transferTruth(transfer: Transfer): Row {
  const { party } = transfer;
  return {
    cuenta: transfer.account,
    fecha: transfer.day,
    hora: santiagoTime(transfer.at),
    sentido: transfer.sent ? "enviada" : "recibida",
    numero: transfer.number,
    rut: party.rut,
    nombre: party.name,
    banco: party.bank,
    cuentaContraparte: party.account,
    monto: transfer.amount,
    mensaje: transfer.message,
    estado: transfer.state,
  };
}
