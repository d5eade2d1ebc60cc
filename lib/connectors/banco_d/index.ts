import { balancesTool, defineBank } from "#lib/contract/bank/index.ts";
import { bancoD as manifest } from "../manifests.ts";
import { cuentas, SaldoDiario, saldos } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";

export const bancoD = defineBank(manifest, {
  note: "saldos es una foto del momento y solo se sincroniza con el periodo actual. El banco muestra a lo más 1.000 movimientos por búsqueda sin avisar: el conector busca por tramos más cortos, y si ni así llegan todos el resultado es partial con completo en false. El titular no puede entrar al portal mientras corre.",
  tools: [movimientosConsultar],
  balances: balancesTool(saldos, SaldoDiario, {
    note: "Trae cuatro saldos: contable, disponible, de las 9 AM y retención.",
    example: {
      fecha: "2026-08-11",
      numeroCuenta: "34946893947",
      moneda: "CLP",
      saldoContable: 8_765_433,
      saldoDisponible: 8_500_000,
      saldo9AM: 9_120_000,
      retencion: 265_433,
    },
  }),
  accounts: cuentas,
  account: { numeroCuenta: "34946893947", tipo: "CTA.CTE." },
});
