import { defineConnector } from "#lib/contract/index.ts";
import { manifest } from "./manifest.ts";
import { anulacionEmitir } from "./tools/anulacion-emitir.ts";
import { anulacionPrevisualizar } from "./tools/anulacion-previsualizar.ts";
import { boletaEmitir } from "./tools/boleta-emitir.ts";
import { boletaPrevisualizar } from "./tools/boleta-previsualizar.ts";
import { boletasConsultar } from "./tools/boletas-consultar.ts";
import { conexionSincronizar } from "./tools/conexion-sincronizar.ts";
import { conexionVerificar } from "./tools/conexion-verificar.ts";
import { dteConsultar } from "./tools/dte-consultar.ts";
import { dteEmisionConsultar } from "./tools/dte-emision-consultar.ts";
import { dteEmitir } from "./tools/dte-emitir.ts";
import { dtePdfObtener } from "./tools/dte-pdf-obtener.ts";
import { dtePrevisualizar } from "./tools/dte-previsualizar.ts";
import { emisionReconciliar } from "./tools/emision-reconciliar.ts";
import { emisorConfigurar } from "./tools/emisor-configurar.ts";
import { emisorConsultar } from "./tools/emisor-consultar.ts";
import { rcvConsultar } from "./tools/rcv-consultar.ts";
import { rcvResumenConsultar } from "./tools/rcv-resumen-consultar.ts";

export const tributario = defineConnector(manifest, [
  conexionSincronizar,
  conexionVerificar,
  rcvConsultar,
  rcvResumenConsultar,
  boletasConsultar,
  dteConsultar,
  dtePrevisualizar,
  dteEmitir,
  dteEmisionConsultar,
  dtePdfObtener,
  anulacionPrevisualizar,
  anulacionEmitir,
  boletaPrevisualizar,
  boletaEmitir,
  emisionReconciliar,
  emisorConsultar,
  emisorConfigurar,
]);
