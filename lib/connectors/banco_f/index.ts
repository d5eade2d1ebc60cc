import { balancesTool, defineBank } from "#lib/contract/bank/index.ts";
import { bancoF as manifest } from "../manifests.ts";
import { cuentas, SaldoDiario, saldos } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";

export const bancoF = defineBank(manifest, {
  note: "saldos es una foto del momento y solo se sincroniza con el periodo actual. La contraparte de cada movimiento se deduce al consultar, de los textos guardados.",
  tools: [movimientosConsultar],
  balances: balancesTool(saldos, SaldoDiario, {
    note: "observedDay es el día de la foto.",
    example: {
      numeroCuenta: "90012345678",
      currency: "CLP",
      observedDay: "2026-08-11",
      saldoContable: 8_765_433,
      saldoDisponible: 8_500_000,
    },
  }),
  accounts: cuentas,
  account: { numeroCuenta: "90012345678", tipo: "CTA CORRIENTE MN" },
});
