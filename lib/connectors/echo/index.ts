import { defineConnector } from "#lib/contract/index.ts";
import { manifest } from "./manifest.ts";
import { mensajeRepetir } from "./tools/mensaje-repetir.ts";

export const echo = defineConnector(manifest, [mensajeRepetir]);
