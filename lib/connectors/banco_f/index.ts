import { defineBank } from "#lib/contract/bank/index.ts";
import { manifest } from "./manifest.ts";
import { cuentas } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { saldosConsultar } from "./tools/saldos-consultar.ts";

export const bancoF = defineBank(manifest, {
  note: "saldos es una foto del momento y solo se sincroniza con el periodo actual. La contraparte de cada movimiento se deduce al consultar, de los textos guardados.",
  accounts: cuentas,
  account: { numeroCuenta: "90012345678", tipo: "CTA CORRIENTE MN" },
  tools: [movimientosConsultar, saldosConsultar],
});
