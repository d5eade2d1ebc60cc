import { balancesTool, defineBank } from "#lib/contract/bank/index.ts";
import { bancoB as manifest } from "../manifests.ts";
import { cuentas, SaldoDiario, saldos } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { nominaPagosConsultar } from "./tools/nomina-pagos-consultar.ts";
import { nominasConsultar } from "./tools/nominas-consultar.ts";
import { transferenciasConsultar } from "./tools/transferencias-consultar.ts";

export const bancoB = defineBank(manifest, {
  note: "saldos es una foto del momento y solo se sincroniza con el periodo actual. movimientos sirve para cualquier periodo: el conector elige la cartola en línea o la histórica, y un movimiento que está en ambas se guarda una sola vez. El titular no puede entrar al portal mientras corre.",
  tools: [movimientosConsultar, transferenciasConsultar, nominasConsultar, nominaPagosConsultar],
  balances: balancesTool(saldos, SaldoDiario, {
    note: "Trae tres saldos: contable, disponible y provisorio.",
    example: {
      fecha: "2026-08-11",
      numeroCuenta: "75197792669",
      moneda: "CLP",
      saldoContable: 8_765_433,
      saldoDisponible: 8_500_000,
      saldoProvisorio: 9_120_000,
    },
  }),
  accounts: cuentas,
  account: { numeroCuenta: "75197792669", tipo: "CUENTA CORRIENTE" },
});
