import type { Nomina, NominaPago } from "#lib/connectors/banco_b/store.ts";
import { nominaPagosConsultar } from "#lib/connectors/banco_b/tools/nomina-pagos-consultar.ts";
import { nominasConsultar } from "#lib/connectors/banco_b/tools/nominas-consultar.ts";
import { rowOf } from "../planted/row-of.ts";

export function payroll(own: Pick<Nomina, "idNomina" | "fecha" | "numRegistros">): Nomina {
  return rowOf(nominasConsultar, own);
}

export function payrollLine(own: Pick<NominaPago, "idNomina" | "linea">): NominaPago {
  return rowOf(nominaPagosConsultar, own);
}
