import { syncTool } from "#lib/contract/index.ts";
import { manifest } from "../manifest.ts";

export const conexionSincronizar = syncTool(
  manifest,
  "saldos es una foto del momento y solo se sincroniza con el periodo actual. El banco muestra a lo más 1.000 movimientos por búsqueda sin avisar: el conector busca por tramos más cortos, y si ni así llegan todos el resultado es partial con completo en false. El titular no puede entrar al portal mientras corre.",
);
