import { defineConnector } from "#lib/tools/define/index.ts";
import { mensajeRepetir } from "./tools/mensaje-repetir.ts";

export const echo = defineConnector(
  {
    id: "echo",
    name: "Eco",
    kind: "utility",
    needsConnection: false,
    alcances: [],
    credentialFields: [],
  },
  [mensajeRepetir],
);
