import type { Nomina, NominaPago } from "#lib/connectors/banco_b/store.ts";

const money = { moneda: "CLP", monto: 1_000, type: "credit", display: "-$1.000" } as const;

export function payroll(own: Pick<Nomina, "idNomina" | "fecha" | "numRegistros">): Nomina {
  return {
    ...own,
    ...money,
    nombre: null,
    fechaPago: null,
    tipoNomina: "otros",
    estado: "PAGADA",
    numeroCuenta: null,
  };
}

export function payrollLine(own: Pick<NominaPago, "idNomina" | "linea">): NominaPago {
  return {
    ...own,
    ...money,
    rutBeneficiario: null,
    nombreBeneficiario: "Íngrid Muñoz",
    bancoBeneficiario: null,
    cuentaBeneficiario: null,
    tipoCuenta: null,
    medioPago: "OTROS BANCOS",
    estado: "PAGADO",
    motivoRechazo: null,
    numeroCuenta: null,
  };
}
