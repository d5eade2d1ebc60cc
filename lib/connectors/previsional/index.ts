import { defineConnector, syncTool, verifyTool } from "#lib/contract/index.ts";
import { previsional as manifest } from "../manifests.ts";
import { nominaCotizacionesConsultar } from "./tools/nomina-cotizaciones-consultar.ts";
import { nominasConsultar } from "./tools/nominas-consultar.ts";
import { planillasConsultar } from "./tools/planillas-consultar.ts";

export const previsional = defineConnector(manifest, [
  syncTool(
    manifest,
    "periodo es el mes de la remuneración, cuyas nóminas se cargan, declaran y pagan al mes siguiente. nominas trae también las líneas de cada trabajador, que el portal prepara en un archivo; planillas son las de cada institución. Si las sumas no cuadran el módulo queda partial.",
  ),
  verifyTool(manifest),
  nominasConsultar,
  nominaCotizacionesConsultar,
  planillasConsultar,
]);
