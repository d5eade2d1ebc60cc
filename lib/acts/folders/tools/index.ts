import type { Tool } from "#lib/contract/index.ts";
import { carpetaCerrar } from "./carpeta-cerrar.ts";
import { carpetaConsultar } from "./carpeta-consultar.ts";
import { carpetaDestinatarioConfigurar } from "./carpeta-destinatario-configurar.ts";
import { carpetaDocumentoObtener } from "./carpeta-documento-obtener.ts";
import { carpetaSolicitar } from "./carpeta-solicitar.ts";

export const folderTools: readonly Tool[] = [
  carpetaDestinatarioConfigurar,
  carpetaSolicitar,
  carpetaConsultar,
  carpetaDocumentoObtener,
  carpetaCerrar,
];
