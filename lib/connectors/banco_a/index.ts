import { defineBank } from "#lib/contract/bank/index.ts";
import { manifest } from "./manifest.ts";
import { cuentas } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { saldosConsultar } from "./tools/saldos-consultar.ts";

export const bancoA = defineBank(manifest, {
  note: "Puede tardar cerca de un minuto y, mientras corre, el titular no puede entrar al portal: el banco admite una sola sesión por usuario. saldos es una foto del momento y solo se sincroniza con el periodo actual.",
  accounts: cuentas,
  account: { numeroCuenta: "70012345678", tipo: "Cuenta Corriente", estado: "Vigente" },
  tools: [movimientosConsultar, saldosConsultar],
});
