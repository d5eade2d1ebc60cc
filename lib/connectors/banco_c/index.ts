import { balancesTool, defineBank } from "#lib/contract/bank/index.ts";
import { bancoC as manifest } from "../manifests.ts";
import { cuentas, SaldoDiario, saldos } from "./store.ts";
import { cartolasConsultar } from "./tools/cartolas-consultar.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { movimientosTarjetasConsultar } from "./tools/movimientos-tarjetas-consultar.ts";

export const bancoC = defineBank(manifest, {
  note: "saldos es una foto del momento y solo se sincroniza con el periodo actual. cartolas son los estados mensuales ya emitidos: son un objeto aparte y no alimentan movimientos. movimientos_tarjetas son las compras con las tarjetas de crédito.",
  tools: [movimientosConsultar, cartolasConsultar, movimientosTarjetasConsultar],
  balances: balancesTool(saldos, SaldoDiario, {
    note: "Trae tres saldos: contable, disponible y de la línea de crédito. La primera página ya trae lo último guardado. saldoContable puede ser null en filas sincronizadas antes del 2026-08-11.",
    example: {
      fecha: "2026-08-11",
      numeroCuenta: "55012345678",
      moneda: "CLP",
      saldoContable: 8_765_433,
      saldoDisponible: 8_500_000,
      saldoLineaCredito: 4_900_000,
    },
  }),
  accounts: cuentas,
  account: { numeroCuenta: "55012345678", tipo: "Cuenta Corriente" },
});
