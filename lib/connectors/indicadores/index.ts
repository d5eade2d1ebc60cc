import { defineConnector } from "#lib/contract/index.ts";
import { indicadores as manifest } from "../manifests.ts";
import { catalogoListar } from "./tools/catalogo-listar.ts";
import { serieConsultar } from "./tools/serie-consultar.ts";
import { valorActual } from "./tools/valor-actual.ts";
import { valorFecha } from "./tools/valor-fecha.ts";

export const indicadores = defineConnector(manifest, [
  valorActual,
  valorFecha,
  serieConsultar,
  catalogoListar,
]);
