import { balancesTool, defineBank } from "#lib/contract/bank/index.ts";
import { bancoE as manifest } from "../manifests.ts";
import { cuentas, SaldoDiario, saldos } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";

export const bancoE = defineBank(manifest, {
  note: "El banco pide aprobar cada ingreso en el dispositivo del titular: la sincronización lo espera un momento y, si no llega, lo intenta de nuevo más tarde; sin aprobación termina en connection_session_pending. saldos es una foto del momento y solo se sincroniza con el periodo actual.",
  tools: [movimientosConsultar],
  balances: balancesTool(saldos, SaldoDiario, {
    note: "retenciones y lineaCreditoDisponible son null cuando el banco no las informa.",
    example: {
      fecha: "2026-08-11",
      numeroCuenta: "24012345678",
      moneda: "CLP",
      saldoContable: 8_765_433,
      saldoDisponible: 8_500_000,
      retenciones: 265_433,
      lineaCreditoDisponible: null,
    },
  }),
  accounts: cuentas,
  account: { numeroCuenta: "24012345678", tipo: "Cta. Cte. Empresa" },
});
