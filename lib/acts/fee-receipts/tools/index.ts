import type { Tool } from "#lib/contract/index.ts";
import { honorariosConsultar } from "./honorarios-consultar.ts";
import { honorariosDocumentoObtener } from "./honorarios-documento-obtener.ts";
import { honorariosPrevisualizar } from "./honorarios-previsualizar.ts";
import { honorariosSolicitar } from "./honorarios-solicitar.ts";

export const feeReceiptTools: readonly Tool[] = [
  honorariosPrevisualizar,
  honorariosSolicitar,
  honorariosConsultar,
  honorariosDocumentoObtener,
];
