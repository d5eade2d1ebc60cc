import { balancesTool } from "#lib/contract/bank/index.ts";
import { SaldoDiario, saldos } from "../store.ts";

export const saldosConsultar = balancesTool(saldos, SaldoDiario, {
  note: "Trae tres saldos: contable, disponible y provisorio.",
  example: {
    fecha: "2026-08-11",
    numeroCuenta: "75197792669",
    moneda: "CLP",
    saldoContable: 8_765_433,
    saldoDisponible: 8_500_000,
    saldoProvisorio: 9_120_000,
  },
});
