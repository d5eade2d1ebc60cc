import { balancesTool } from "#lib/contract/bank/index.ts";
import { SaldoDiario, saldos } from "../store.ts";

export const saldosConsultar = balancesTool(saldos, SaldoDiario, {
  note: "observedDay es el día de la foto.",
  example: {
    numeroCuenta: "90012345678",
    currency: "CLP",
    observedDay: "2026-08-11",
    saldoContable: 8_765_433,
    saldoDisponible: 8_500_000,
  },
});
