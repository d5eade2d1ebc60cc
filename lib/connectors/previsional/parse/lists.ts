import { displaySigned, type Periodo } from "#lib/chile/index.ts";
import { parseRow, readable, textOrNull } from "#lib/contract/bank/index.ts";
import { institutionLetters, kindLetters, stateLetters } from "../portal.ts";
import { Nomina, Planilla } from "../store.ts";
import { listIn } from "./envelope.ts";
import { day, meaning, month, whole } from "./values.ts";
import type { Xml } from "./xml.ts";

interface Parsed<Row> {
  rows: Row[];
  incompletos: number;
}

const payrollFields = [
  ...(["id", "periodo", "tipo", "nombre", "sucursal", "trabajadores", "lineas"] as const),
  ...(["estado", "declaracion", "pago", "vencimiento", "monto"] as const),
];

/** A month's payrolls. One of another month is not read. */
export function parsePayrolls(partes: readonly Xml[], periodo: Periodo): Parsed<Nomina> {
  const list = { list: "nominas", row: "nomina", fields: payrollFields };
  return readable(listIn(partes, list), (raw) => {
    const monto = whole(raw.monto);
    if (monto === null || month(raw.periodo) !== periodo) return null;
    return parseRow(Nomina, {
      idNomina: raw.id,
      periodo,
      tipo: meaning(kindLetters, raw.tipo),
      nombre: textOrNull(raw.nombre),
      sucursal: textOrNull(raw.sucursal),
      numTrabajadores: whole(raw.trabajadores),
      numLineas: whole(raw.lineas),
      estado: meaning(stateLetters, raw.estado),
      fechaDeclaracion: day(raw.declaracion),
      fechaPago: day(raw.pago),
      fechaVencimiento: day(raw.vencimiento),
      monto,
      display: displaySigned(monto, "CLP"),
    });
  });
}

const sheetFields = [
  ...(["nomina", "tipo", "codigo", "institucion", "folio", "trabajadores", "nominal"] as const),
  ...(["reajustes", "intereses", "recargos", "total", "vencimiento"] as const),
  ...(["canal", "estado", "pago"] as const),
];

/** What each institution is to receive for the month's declared payrolls. */
export function parseSheets(partes: readonly Xml[], periodo: Periodo): Parsed<Planilla> {
  const list = { list: "planillas", row: "planilla", fields: sheetFields };
  return readable(listIn(partes, list), (raw) =>
    parseRow(Planilla, {
      idNomina: raw.nomina,
      periodo,
      institucionTipo: meaning(institutionLetters, raw.tipo),
      institucionCodigo: raw.codigo,
      institucionNombre: raw.institucion,
      folioPlanilla: raw.folio,
      numTrabajadores: whole(raw.trabajadores),
      montoNominal: whole(raw.nominal),
      reajustes: whole(raw.reajustes),
      intereses: whole(raw.intereses),
      recargos: whole(raw.recargos),
      monto: whole(raw.total),
      fechaVencimiento: day(raw.vencimiento),
      canalPago: textOrNull(raw.canal),
      estado: meaning(stateLetters, raw.estado),
      fechaPago: day(raw.pago),
    }),
  );
}
