import type { Tool } from "#lib/contract/index.ts";
import { documentoEmitir } from "./documento-emitir.ts";
import { documentoPrevisualizar } from "./documento-previsualizar.ts";
import { notaCreditoEmitir } from "./nota-credito-emitir.ts";
import { notaCreditoPrevisualizar } from "./nota-credito-previsualizar.ts";

export const invoicingTools: readonly Tool[] = [
  documentoPrevisualizar,
  documentoEmitir,
  notaCreditoPrevisualizar,
  notaCreditoEmitir,
];
