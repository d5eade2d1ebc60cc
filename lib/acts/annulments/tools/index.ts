import type { Tool } from "#lib/contract/index.ts";
import { honorariosAnulacionPrevisualizar } from "./honorarios-anulacion-previsualizar.ts";
import { honorariosAnulacionSolicitar } from "./honorarios-anulacion-solicitar.ts";
import { honorariosReconciliar } from "./honorarios-reconciliar.ts";

export const annulmentTools: readonly Tool[] = [
  honorariosReconciliar,
  honorariosAnulacionPrevisualizar,
  honorariosAnulacionSolicitar,
];
