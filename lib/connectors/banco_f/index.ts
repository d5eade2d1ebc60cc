import { defineConnector } from "#lib/contract/index.ts";
import { manifest } from "./manifest.ts";
import { conexionSincronizar } from "./tools/conexion-sincronizar.ts";
import { conexionVerificar } from "./tools/conexion-verificar.ts";
import { cuentasConsultar } from "./tools/cuentas-consultar.ts";
import { movimientosConsultar } from "./tools/movimientos-consultar.ts";
import { saldosConsultar } from "./tools/saldos-consultar.ts";

export const bancoF = defineConnector(manifest, [
  conexionSincronizar,
  conexionVerificar,
  movimientosConsultar,
  saldosConsultar,
  cuentasConsultar,
]);
