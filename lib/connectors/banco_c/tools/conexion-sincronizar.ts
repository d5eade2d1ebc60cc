import { syncTool } from "#lib/contract/index.ts";
import { manifest } from "../manifest.ts";

export const conexionSincronizar = syncTool(
  manifest,
  "saldos es una foto del momento y solo se sincroniza con el periodo actual. cartolas son los estados mensuales ya emitidos: son un objeto aparte y no alimentan movimientos. movimientos_tarjetas son las compras con las tarjetas de crédito.",
);
