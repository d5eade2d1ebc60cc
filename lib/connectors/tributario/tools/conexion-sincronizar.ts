import { syncTool } from "#lib/contract/index.ts";
import { manifest } from "../manifest.ts";

export const conexionSincronizar = syncTool(
  manifest,
  "rcv trae las cuatro secciones de compras y las ventas; boletas son las de honorarios, que el portal muestra solo a la clave de la propia empresa; dte son los documentos emitidos en el facturador gratuito. Un documento que cambió de sección se actualiza.",
);
