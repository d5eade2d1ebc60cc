import { defineBank } from "#lib/contract/bank/index.ts";
import { manifest } from "./manifest.ts";
import { cuentas } from "./store.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { saldosConsultar } from "./tools/saldos-consultar.ts";

export const bancoE = defineBank(manifest, {
  note: "El banco pide aprobar cada ingreso en el dispositivo del titular: la sincronización lo espera un momento y, si no llega, lo intenta de nuevo más tarde; sin aprobación termina en connection_session_pending. saldos es una foto del momento y solo se sincroniza con el periodo actual.",
  accounts: cuentas,
  account: { numeroCuenta: "24012345678", tipo: "Cta. Cte. Empresa" },
  tools: [movimientosConsultar, saldosConsultar],
});
