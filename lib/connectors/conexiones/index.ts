import { defineConnector } from "#lib/contract/index.ts";
import { conexiones as manifest } from "../manifests.ts";
import { enlaceCrear } from "./tools/enlace-crear.ts";
import { estadoConsultar } from "./tools/estado-consultar.ts";
import { sistemasListar } from "./tools/sistemas-listar.ts";

export const conexiones = defineConnector(manifest, [enlaceCrear, estadoConsultar, sistemasListar]);
