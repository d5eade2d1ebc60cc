import { defineConnector, syncTool, verifyTool } from "#lib/contract/index.ts";
import { tributario as manifest } from "../manifests.ts";
import { boletasConsultar } from "./tools/boletas-consultar.ts";
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
]);
