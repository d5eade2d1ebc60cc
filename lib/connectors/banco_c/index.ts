import { defineBank } from "#lib/contract/bank/index.ts";
import { manifest } from "./manifest.ts";
import { cuentas } from "./store.ts";
import { cartolasConsultar } from "./tools/cartolas-consultar.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { movimientosTarjetasConsultar } from "./tools/movimientos-tarjetas-consultar.ts";
import { saldosConsultar } from "./tools/saldos-consultar.ts";

export const bancoC = defineBank(manifest, {
  note: "saldos es una foto del momento y solo se sincroniza con el periodo actual. cartolas son los estados mensuales ya emitidos: son un objeto aparte y no alimentan movimientos. movimientos_tarjetas son las compras con las tarjetas de crédito.",
  accounts: cuentas,
  account: { numeroCuenta: "55012345678", tipo: "Cuenta Corriente" },
  tools: [movimientosConsultar, saldosConsultar, cartolasConsultar, movimientosTarjetasConsultar],
});
