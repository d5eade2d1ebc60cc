import { santiagoTime } from "../../generator/calendar.ts";
import { dottedRut } from "../../generator/rut.ts";
import type { Row } from "../../system/system.ts";
import type { Batch } from "./batch-plan.ts";
import { paymentsOf, type Payment } from "./batches.ts";
import { compactDay, dotted, leavingCentavos } from "./words.ts";

const linesPerPage = 200;

function sumOf(payments: readonly Payment[]): number {
  return payments.reduce((sum, payment) => sum + payment.amount, 0);
}

function stateOf(batch: Batch, payments: readonly Payment[]): string {
  if (batch.annulled) return "ANULADA";
  if (payments.some(({ state }) => state === "PENDIENTE")) return "EN PROCESO";
  return payments.some(({ state }) => state === "RECHAZADO") ? "PAGADA CON RECHAZOS" : "PAGADA";
}

export function batchRow(batch: Batch, now: Date, changed: boolean): Row {
  const payments = paymentsOf(batch, now);
  return {
    [changed ? "codigoLote" : "idNomina"]: batch.id,
    nombre: batch.name,
    tipo: batch.kind,
    fecCreacion: `${compactDay(batch.day)} ${santiagoTime(batch.at)}`,
    fecPago: compactDay(batch.payDay),
    cantRegistros: payments.length,
    montoTotal: leavingCentavos(sumOf(payments)),
    montoPagado: leavingCentavos(sumOf(payments.filter(({ state }) => state === "PAGADO"))),
    estado: stateOf(batch, payments),
  };
}

export function batchTruth(batch: Batch, now: Date): Row {
  const payments = paymentsOf(batch, now);
  return {
    id: batch.id,
    fecha: batch.day,
    registros: payments.length,
    total: sumOf(payments),
    nombre: batch.name,
    tipo: batch.kind,
    fechaPago: batch.payDay,
    estado: stateOf(batch, payments),
  };
}

export function linePages(batch: Batch): number {
  return Math.ceil(batch.lines / linesPerPage);
}

export function linesPage(batch: Batch, now: Date, page: number, changed: boolean): Row {
  const shown = paymentsOf(batch, now).slice((page - 1) * linesPerPage, page * linesPerPage);
  return {
    idNomina: batch.id,
    pagina: page,
    totalPaginas: linePages(batch),
    totalRegistros: batch.lines,
    pagos: shown.map((payment) => lineRow(payment, changed)),
  };
}

function lineRow({ destination, ...payment }: Payment, changed: boolean): Row {
  return {
    [changed ? "correlativo" : "numLinea"]: payment.line,
    rutBenef: dottedRut(payment.rut),
    nomBenef: payment.name,
    bancoBenef: destination?.bank ?? "",
    ctaBenef: destination?.account ?? "",
    tipoCta: destination?.type ?? "",
    medioPago: payment.means,
    monto: `${dotted(payment.amount, "CLP")},00`,
    estado: payment.state,
    motivoRechazo: payment.rejection ?? "",
  };
}

export function lineTruth({ destination, ...payment }: Payment): Row {
  return {
    linea: payment.line,
    rut: payment.rut,
    nombre: payment.name,
    monto: payment.amount,
    estado: payment.state,
    banco: destination?.bank ?? null,
    cuenta: destination?.account ?? null,
    tipoCuenta: destination?.type ?? null,
    medioPago: payment.means,
    motivoRechazo: payment.rejection,
  };
}
