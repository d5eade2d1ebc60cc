import type { Payroll, PayrollState, Sheet } from "./book.ts";
import { institutions } from "./institutions.ts";
import type { Xml } from "./envelope.ts";

export const codes = {
  done: 0,
  wrongPassword: 101,
  blocked: 102,
  sessionActive: 103,
  sessionEnded: 110,
  wrongNumber: 120,
  unknownCall: 130,
  wrongFields: 140,
  noCompany: 141,
  unknownPayroll: 150,
  unknownJob: 160,
  notReady: 161,
  alreadyFetched: 162,
  wrongEnvelope: 190,
} as const;

const stateLetters: Record<PayrollState, string> = {
  cargada: "CAR",
  con_errores: "ERR",
  declarada: "DEC",
  declarada_no_pagada: "DNP",
  declarada_no_pagada_automatica: "DNA",
  pagada: "PAG",
  anulada: "NUL",
};

/** `2026-10-13` → `13/10/2026` */
function printed(day: string | null): string | null {
  return day && day.split("-").toReversed().join("/");
}

export function payrollXml(payroll: Payroll, changed: boolean): Xml {
  return [
    "nomina",
    [
      ["id", payroll.id],
      ["periodo", `${payroll.period.slice(5)}${payroll.period.slice(0, 4)}`],
      ["tipo", payroll.kind.slice(0, 3).toUpperCase()],
      ["nombre", payroll.name],
      ["sucursal", payroll.branch],
      ["trabajadores", payroll.workers],
      ["lineas", payroll.lines.length],
      ["estado", stateLetters[payroll.state]],
      ["declaracion", printed(payroll.declaredDay)],
      ["pago", printed(payroll.paidDay)],
      ["vencimiento", printed(payroll.dueDay)],
      [changed ? "importe" : "monto", payroll.total],
    ],
  ];
}

const typeLetters: Record<Sheet["type"], string> = {
  afp: "AFP",
  salud: "SAL",
  afc: "AFC",
  mutual: "MUT",
  ccaf: "CCA",
  seguro_social: "SSO",
};

export function sheetXml(payroll: Payroll, sheet: Sheet): Xml {
  const institution = institutions.find(
    ({ type, code }) => type === sheet.type && code === sheet.code,
  );
  return [
    "planilla",
    [
      ["nomina", payroll.id],
      ["tipo", typeLetters[sheet.type]],
      ["codigo", sheet.code],
      ["institucion", institution?.name ?? ""],
      ["folio", sheet.folio],
      ["trabajadores", sheet.workers],
      ["nominal", sheet.nominal],
      ["reajustes", sheet.adjustments],
      ["intereses", sheet.interest],
      ["recargos", sheet.surcharges],
      ["total", sheet.total],
      ["vencimiento", printed(payroll.dueDay)],
      ["canal", payroll.paidDay === null ? null : "ELECTRONICO"],
      ["estado", stateLetters[payroll.state]],
      ["pago", printed(payroll.paidDay)],
    ],
  ];
}
