import { balancesTool } from "#lib/contract/bank/index.ts";
import { SaldoDiario, saldos } from "../store.ts";

export const saldosConsultar = balancesTool(saldos, SaldoDiario, {
  note: "Trae cuatro saldos: contable, disponible, de las 9 AM y retención.",
  example: {
    fecha: "2026-08-11",
    numeroCuenta: "34946893947",
    moneda: "CLP",
    saldoContable: 8_765_433,
    saldoDisponible: 8_500_000,
    saldo9AM: 9_120_000,
    retencion: 265_433,
  },
});
