import { defineConnector } from "#lib/tools/define/index.ts";
import { catalogoListar } from "./tools/catalogo-listar.ts";
import { serieConsultar } from "./tools/serie-consultar.ts";
import { valorActual } from "./tools/valor-actual.ts";
import { valorFecha } from "./tools/valor-fecha.ts";

export { indicators } from "./catalogue.ts";

export const indicadores = defineConnector(
  {
    id: "indicadores",
    name: "Indicadores económicos",
    kind: "utility",
    needsConnection: false,
    alcances: [],
    credentialFields: [],
  },
  [valorActual, valorFecha, serieConsultar, catalogoListar],
);
