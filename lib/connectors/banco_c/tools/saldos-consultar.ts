import { balancesTool } from "#lib/contract/bank/index.ts";
import { SaldoDiario, saldos } from "../store.ts";

export const saldosConsultar = balancesTool(saldos, SaldoDiario, {
  note: "Trae tres saldos: contable, disponible y de la línea de crédito. La primera página ya trae lo último guardado. saldoContable puede ser null en filas sincronizadas antes del 2026-08-11.",
  example: {
    fecha: "2026-08-11",
    numeroCuenta: "55012345678",
    moneda: "CLP",
    saldoContable: 8_765_433,
    saldoDisponible: 8_500_000,
    saldoLineaCredito: 4_900_000,
  },
});
