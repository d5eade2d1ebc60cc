import { syncTool } from "#lib/contract/index.ts";
import { manifest } from "../manifest.ts";

export const conexionSincronizar = syncTool(
  manifest,
  "Puede tardar cerca de un minuto y, mientras corre, el titular no puede entrar al portal: el banco admite una sola sesión por usuario. saldos es una foto del momento y solo se sincroniza con el periodo actual.",
);
