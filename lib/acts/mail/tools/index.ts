import type { Tool } from "#lib/contract/index.ts";
import { correoEnviar } from "./correo-enviar.ts";
import { correoObtener } from "./correo-obtener.ts";
import { correosBuscar } from "./correos-buscar.ts";

export const mailTools: readonly Tool[] = [correoEnviar, correosBuscar, correoObtener];
