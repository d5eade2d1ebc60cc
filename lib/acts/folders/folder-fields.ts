import * as z from "zod";
import { publishedIdPattern } from "#lib/contract/index.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { folderStates } from "./folder-request.ts";

export const CarpetaId = z
  .string()
  .regex(publishedIdPattern("carp"), {
    error: "The solicitudId of a folder, carp_ and 26 characters",
  })
  .describe("El solicitudId que respondió carpeta.solicitar; lo conoce solo quien la pidió");

/** Until when the document is kept, for the request that an answer is about. */
export const VenceEn = z.iso.datetime().describe("Hasta entonces se guarda aquí el documento");

export const EstadoCarpeta = z
  .enum(folderStates)
  .describe(
    "lista: el destinatario ya la tiene; entregada: el documento se obtuvo aquí; vencida: nuestra copia ya no está, y el destinatario sigue; cerrando: se pidió cerrar y el portal aún no lo muestra; inconclusa: nadie sabe si se generó",
  );

/** Errors of reaching the portal. */
export const folderErrors = [
  "connection_identity_mismatch",
  "connection_session_pending",
  "connector_variant_unsupported",
] as const satisfies readonly ErrorCode[];
