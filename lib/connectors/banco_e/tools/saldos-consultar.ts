import { balancesTool } from "#lib/contract/bank/index.ts";
import { SaldoDiario, saldos } from "../store.ts";

export const saldosConsultar = balancesTool(saldos, SaldoDiario, {
  note: "retenciones y lineaCreditoDisponible son null cuando el banco no las informa.",
  example: {
    fecha: "2026-08-11",
    numeroCuenta: "24012345678",
    moneda: "CLP",
    saldoContable: 8_765_433,
    saldoDisponible: 8_500_000,
    retenciones: 265_433,
    lineaCreditoDisponible: null,
  },
});
