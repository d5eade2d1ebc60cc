import { defineConnector, syncTool, verifyTool } from "#lib/contract/index.ts";
import { tributario as manifest } from "../manifests.ts";
import { anulacionEmitir } from "./tools/anulacion-emitir.ts";
import { anulacionPrevisualizar } from "./tools/anulacion-previsualizar.ts";
import { boletaEmitir } from "./tools/boleta-emitir.ts";
import { boletaPrevisualizar } from "./tools/boleta-previsualizar.ts";
import { boletasConsultar } from "./tools/boletas-consultar.ts";
import { carpetaCerrar } from "./tools/carpeta-cerrar.ts";
import { carpetaConsultar } from "./tools/carpeta-consultar.ts";
import { carpetaDestinatarioConfigurar } from "./tools/carpeta-destinatario-configurar.ts";
import { carpetaDocumentoObtener } from "./tools/carpeta-documento-obtener.ts";
import { carpetaSolicitar } from "./tools/carpeta-solicitar.ts";
import { dteConsultar } from "./tools/dte-consultar.ts";
import { dteEmisionConsultar } from "./tools/dte-emision-consultar.ts";
import { dteEmitir } from "./tools/dte-emitir.ts";
import { dtePdfObtener } from "./tools/dte-pdf-obtener.ts";
import { dtePrevisualizar } from "./tools/dte-previsualizar.ts";
import { emisionReconciliar } from "./tools/emision-reconciliar.ts";
import { emisorConfigurar } from "./tools/emisor-configurar.ts";
import { emisorConsultar } from "./tools/emisor-consultar.ts";
import { honorariosAnulacionPrevisualizar } from "./tools/honorarios-anulacion-previsualizar.ts";
import { honorariosAnulacionSolicitar } from "./tools/honorarios-anulacion-solicitar.ts";
import { honorariosConsultar } from "./tools/honorarios-consultar.ts";
import { honorariosDocumentoObtener } from "./tools/honorarios-documento-obtener.ts";
import { honorariosPrevisualizar } from "./tools/honorarios-previsualizar.ts";
import { honorariosReconciliar } from "./tools/honorarios-reconciliar.ts";
import { honorariosSolicitar } from "./tools/honorarios-solicitar.ts";
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
  honorariosPrevisualizar,
  honorariosSolicitar,
  honorariosConsultar,
  honorariosReconciliar,
  honorariosAnulacionPrevisualizar,
  honorariosAnulacionSolicitar,
  honorariosDocumentoObtener,
  carpetaDestinatarioConfigurar,
  carpetaSolicitar,
  carpetaConsultar,
  carpetaDocumentoObtener,
  carpetaCerrar,
]);
