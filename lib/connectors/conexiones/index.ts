import { defineConnector } from "#lib/tools/define/index.ts";
import { estadoConsultar } from "./tools/estado-consultar.ts";
import { sistemasListar } from "./tools/sistemas-listar.ts";

export const conexiones = defineConnector(
  {
    id: "conexiones",
    name: "Conexiones",
    kind: "utility",
    needsConnection: false,
    alcances: [],
    credentialFields: [],
  },
  [estadoConsultar, sistemasListar],
);
