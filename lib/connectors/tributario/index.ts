import { defineConnector, syncTool, verifyTool } from "#lib/contract/index.ts";
import { tributario as manifest } from "../manifests.ts";
import { anulacionEmitir } from "./tools/anulacion-emitir.ts";
import { anulacionPrevisualizar } from "./tools/anulacion-previsualizar.ts";
import { boletaEmitir } from "./tools/boleta-emitir.ts";
import { boletaPrevisualizar } from "./tools/boleta-previsualizar.ts";
import { boletasConsultar } from "./tools/boletas-consultar.ts";
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
  syncTool(
    manifest,
    "rcv trae las cuatro secciones de compras y las ventas; boletas son las de honorarios, que el portal muestra solo a la clave de la propia empresa; dte son los documentos emitidos en el facturador gratuito. Un documento que cambió de sección se actualiza.",
  ),
  verifyTool(manifest),
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
