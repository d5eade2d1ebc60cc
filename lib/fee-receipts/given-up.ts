import { AppError } from "#lib/kernel/errors/index.ts";

/** Why a request is rejected, where no code of an error tells it. */
export type RejectionReason =
  /** The portal's own confirmation is of another receipt than was asked for. */
  | "confirmacion_distinta"
  /** It is not what the caller saw in the preview. */
  | "huella_distinta"
  /** The portal's form does not take it. */
  | "formulario_rechazado"
  /** Nothing is withheld from a professional partnership, and none is issued for it here. */
  | "sociedad_profesional"
  /** Nobody annuls it any more, or not through the portal. */
  | "plazo_anulacion"
  | "monto_anulacion"
  /** It is annulled, or somebody else asked for that already. */
  | "anulacion_en_curso"
  /** Another one that looks the same may be out. */
  | "parecida_sin_resolver"
  /** By the portal, at the sending. */
  | "rechazada_por_portal";

export function givenUp(motivo: RejectionReason, more: Record<string, unknown> = {}): AppError {
  return new AppError("honorarios_policy_denied", { details: { ...more, motivo } });
}

/** In a word: one of ours, or the code of what went wrong. */
export function reasonOf({ code, details }: AppError): string {
  const motivo = details?.["motivo"];
  return typeof motivo === "string" ? motivo : code;
}
