import { defineBank } from "#lib/contract/bank/index.ts";
import { manifest } from "./manifest.ts";
import { cuentas } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { saldosConsultar } from "./tools/saldos-consultar.ts";

export const bancoD = defineBank(manifest, {
  note: "saldos es una foto del momento y solo se sincroniza con el periodo actual. El banco muestra a lo más 1.000 movimientos por búsqueda sin avisar: el conector busca por tramos más cortos, y si ni así llegan todos el resultado es partial con completo en false. El titular no puede entrar al portal mientras corre.",
  accounts: cuentas,
  account: { numeroCuenta: "34946893947", tipo: "CTA.CTE." },
  tools: [movimientosConsultar, saldosConsultar],
});
