import { AppError } from "#lib/kernel/errors/index.ts";

/** Why a request is rejected, where no error code says it. */
export type RejectionReason =
  /** The portal's own confirmation is for another receipt than requested. */
  | "confirmacion_distinta"
  /** It is not what the caller saw in the preview. */
  | "huella_distinta"
  /** The portal's form does not accept it. */
  | "formulario_rechazado"
  /** A professional partnership has no retention, and this service issues nothing for one. */
  | "sociedad_profesional"
  /** It can no longer be annulled, or not through the portal. */
  | "plazo_anulacion"
  | "monto_anulacion"
  /** It is annulled, or somebody else has already requested that. */
  | "anulacion_en_curso"
  /** Another one that looks the same may have been issued. */
  | "parecida_sin_resolver"
  /** By the portal, when it was sent. */
  | "rechazada_por_portal";

export function givenUp(motivo: RejectionReason, more: Record<string, unknown> = {}): AppError {
  return new AppError("honorarios_policy_denied", { details: { ...more, motivo } });
}

/** As one word: one of ours, or the error's code. */
export function reasonOf({ code, details }: AppError): string {
  const motivo = details?.["motivo"];
  return typeof motivo === "string" ? motivo : code;
}
