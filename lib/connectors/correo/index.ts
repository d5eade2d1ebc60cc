import { defineConnector } from "#lib/contract/index.ts";
import { correo as manifest } from "../manifests.ts";
import { correoEnviar } from "./tools/correo-enviar.ts";
import { correoObtener } from "./tools/correo-obtener.ts";
import { correosBuscar } from "./tools/correos-buscar.ts";

export const correo = defineConnector(manifest, [correoEnviar, correosBuscar, correoObtener]);
