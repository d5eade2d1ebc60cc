import { syncTool } from "#lib/contract/index.ts";
import { manifest } from "../manifest.ts";

export const conexionSincronizar = syncTool(
  manifest,
  "saldos es una foto del momento y solo se sincroniza con el periodo actual. movimientos sirve para cualquier periodo: el conector elige la cartola en línea o la histórica, y un movimiento que está en ambas se guarda una sola vez. El titular no puede entrar al portal mientras corre.",
);
