import { defineConnector, syncTool, verifyTool } from "#lib/contract/index.ts";
import { facturacion as manifest } from "../manifests.ts";
import { documentosConsultar } from "./tools/documentos-consultar.ts";
import { foliosConsultar } from "./tools/folios-consultar.ts";

export const facturacion = defineConnector(manifest, [
  syncTool(
    manifest,
    "documentos trae los emitidos y los recibidos del mes, con la respuesta de la autoridad; folios es una foto de los rangos autorizados y del certificado. Entra con la clave de API de la empresa: no hay sesión que cerrar.",
  ),
  verifyTool(manifest),
  documentosConsultar,
  foliosConsultar,
]);
