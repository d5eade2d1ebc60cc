import { balancesTool, defineBank } from "#lib/contract/bank/index.ts";
import { bancoA as manifest } from "../manifests.ts";
import { cuentas, SaldoDiario, saldos } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";

export const bancoA = defineBank(manifest, {
  note: "Puede tardar cerca de un minuto y, mientras corre, el titular no puede entrar al portal: el banco admite una sola sesión por usuario. saldos es una foto del momento y solo se sincroniza con el periodo actual.",
  tools: [movimientosConsultar],
  balances: balancesTool(saldos, SaldoDiario, {
    example: {
      fecha: "2026-08-11",
      numeroCuenta: "70012345678",
      moneda: "CLP",
      saldoContable: 8_765_433,
      saldoDisponible: 8_500_000,
    },
  }),
  accounts: cuentas,
  account: { numeroCuenta: "70012345678", tipo: "Cuenta Corriente", estado: "Vigente" },
});
