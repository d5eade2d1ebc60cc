import { syncTool } from "#lib/contract/index.ts";
import { manifest } from "../manifest.ts";

export const conexionSincronizar = syncTool(
  manifest,
  "saldos es una foto del momento y solo se sincroniza con el periodo actual. La contraparte de cada movimiento se deduce al consultar, de los textos guardados.",
);
