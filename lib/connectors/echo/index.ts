import { defineConnector } from "#lib/contract/index.ts";
import { echo as manifest } from "../manifests.ts";
import { mensajeRepetir } from "./tools/mensaje-repetir.ts";

export const echo = defineConnector(manifest, [mensajeRepetir]);
