import type { Row, TruthQuery } from "../../system/system.ts";
import type { Payroll, PayrollBook } from "./book.ts";
import { sharesOf } from "./shares.ts";

/** The payrolls of a month, or with `&id=` the lines of one. */
export function payrollTruth(book: PayrollBook, { rut, periodo, params }: TruthQuery): Row[] {
  const { id } = params;
  if (id === undefined) return book.payrolls(rut, periodo).map(payrollRow);
  const lines = book.find(rut, id)?.lines ?? [];
  return lines.map((line, index) => ({
    linea: index + 1,
    tipoLinea: line.type,
    rut: line.rut,
    movimiento: line.movement.code,
    imponible: line.base,
    total: sharesOf(line).reduce((sum, { amount }) => sum + amount, 0),
    instituciones: sharesOf(line).map(({ type, code, amount }) => ({
      tipo: type,
      codigo: code,
      monto: amount,
    })),
  }));
}

export function payrollRow(payroll: Payroll): Row {
  return {
    id: payroll.id,
    tipo: payroll.kind,
    nombre: payroll.name,
    trabajadores: payroll.workers,
    lineas: payroll.lines.length,
    total: payroll.total,
    estado: payroll.state,
  };
}

export function sheetTruth(book: PayrollBook, { rut, periodo }: TruthQuery): Row[] {
  return book.payrolls(rut, periodo).flatMap(sheetRows);
}

export function sheetRows(payroll: Payroll): Row[] {
  return payroll.sheets.map((sheet) => ({
    nomina: payroll.id,
    tipo: sheet.type,
    codigo: sheet.code,
    folio: sheet.folio,
    nominal: sheet.nominal,
    reajustes: sheet.adjustments,
    intereses: sheet.interest,
    recargos: sheet.surcharges,
    total: sheet.total,
    estado: payroll.state,
  }));
}
