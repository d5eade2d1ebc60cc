import { defineBank } from "#lib/contract/bank/index.ts";
import { manifest } from "./manifest.ts";
import { cuentas } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { nominaPagosConsultar } from "./tools/nomina-pagos-consultar.ts";
import { nominasConsultar } from "./tools/nominas-consultar.ts";
import { saldosConsultar } from "./tools/saldos-consultar.ts";
import { transferenciasConsultar } from "./tools/transferencias-consultar.ts";

export const bancoB = defineBank(manifest, {
  note: "saldos es una foto del momento y solo se sincroniza con el periodo actual. movimientos sirve para cualquier periodo: el conector elige la cartola en línea o la histórica, y un movimiento que está en ambas se guarda una sola vez. El titular no puede entrar al portal mientras corre.",
  accounts: cuentas,
  account: { numeroCuenta: "75197792669", tipo: "CUENTA CORRIENTE" },
  tools: [
    movimientosConsultar,
    saldosConsultar,
    transferenciasConsultar,
    nominasConsultar,
    nominaPagosConsultar,
  ],
});
