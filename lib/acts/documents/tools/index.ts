import type { Tool } from "#lib/contract/index.ts";
import { anulacionEmitir } from "./anulacion-emitir.ts";
import { anulacionPrevisualizar } from "./anulacion-previsualizar.ts";
import { boletaEmitir } from "./boleta-emitir.ts";
import { boletaPrevisualizar } from "./boleta-previsualizar.ts";
import { dteConsultar } from "./dte-consultar.ts";
import { dteEmisionConsultar } from "./dte-emision-consultar.ts";
import { dteEmitir } from "./dte-emitir.ts";
import { dtePdfObtener } from "./dte-pdf-obtener.ts";
import { dtePrevisualizar } from "./dte-previsualizar.ts";
import { emisionReconciliar } from "./emision-reconciliar.ts";
import { emisorConfigurar } from "./emisor-configurar.ts";
import { emisorConsultar } from "./emisor-consultar.ts";

export const documentTools: readonly Tool[] = [
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
];
