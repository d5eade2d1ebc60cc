import { syncTool } from "#lib/contract/index.ts";
import { manifest } from "../manifest.ts";

export const conexionSincronizar = syncTool(
  manifest,
  "El banco pide aprobar cada ingreso en el dispositivo del titular: la sincronización lo espera un momento y, si no llega, lo intenta de nuevo más tarde; sin aprobación termina en connection_session_pending. saldos es una foto del momento y solo se sincroniza con el periodo actual.",
);
