import { defineConnector } from "#lib/contract/index.ts";
import { manifest } from "./manifest.ts";
import { enlaceCrear } from "./tools/enlace-crear.ts";
import { estadoConsultar } from "./tools/estado-consultar.ts";
import { sistemasListar } from "./tools/sistemas-listar.ts";

export const conexiones = defineConnector(manifest, [enlaceCrear, estadoConsultar, sistemasListar]);
