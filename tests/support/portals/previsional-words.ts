import type { Cotizacion, Nomina, Planilla } from "#lib/connectors/previsional/store.ts";
import type { TruthRow } from "../scenes/bank-scene.ts";

/* What was read, in the form of the portal's truth. */

export function payrollInPortalWords(row: Nomina): TruthRow {
  return {
    id: row.idNomina,
    tipo: row.tipo,
    nombre: row.nombre,
    trabajadores: row.numTrabajadores,
    lineas: row.numLineas,
    total: row.monto,
    estado: row.estado,
  };
}

export function firstFields({
  id,
  tipo,
  nombre,
  trabajadores,
  lineas,
  total,
  estado,
}: TruthRow): object {
  return { id, tipo, nombre, trabajadores, lineas, total, estado };
}

/** Each institution that a line pays, in the portal's order. */
export function lineInPortalWords(row: Cotizacion): object {
  const of = (tipo: string, codigo: string, ...amounts: (number | null)[]) => ({
    tipo,
    codigo,
    monto: amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
  });
  const instituciones = [
    of("afp", row.afp.codigo, row.cotizacionAfp, row.sis, row.cuenta2, row.apv),
    of("salud", row.salud.codigo, row.cotizacionSalud, row.adicionalIsapre),
    of("afc", "00", row.afcTrabajador, row.afcEmpleador),
    of("mutual", row.mutual.codigo, row.cotizacionMutual),
    of("ccaf", row.ccaf?.codigo ?? "", row.cotizacionCcaf),
    of("seguro_social", "01", row.cotizacionExpectativaVida, row.rentabilidadProtegida),
  ].filter(({ monto }) => monto > 0);
  return {
    linea: row.linea,
    tipoLinea: row.tipoLinea,
    rut: row.rut,
    movimiento: row.movimiento?.codigo ?? 0,
    imponible: row.rentaImponible,
    total: row.monto,
    instituciones,
  };
}

export function sheetInPortalWords(row: Planilla): TruthRow {
  return {
    nomina: row.idNomina,
    tipo: row.institucionTipo,
    codigo: row.institucionCodigo,
    folio: Number(row.folioPlanilla),
    nominal: row.montoNominal,
    reajustes: row.reajustes,
    intereses: row.intereses,
    recargos: row.recargos,
    total: row.monto,
    estado: row.estado,
  };
}
