import type { FeeRequestState } from "#lib/acts/fee-receipts/index.ts";
import type { RejectionReason } from "#lib/acts/fee-receipts/index.ts";
import { isErrorCode } from "#lib/kernel/errors/index.ts";
import { errorText } from "./errors.ts";

interface Told {
  text: string;
  kind: "" | "good" | "warn" | "bad";
}

/** A request's state in words; `kind` sets the colour. */
export function requestStateText(state: FeeRequestState): Told {
  switch (state) {
    case "pending":
      return { text: "en cola", kind: "" };
    case "processing":
      return { text: "en curso", kind: "" };
    case "issued":
      return { text: "emitida", kind: "good" };
    case "annulled":
      return { text: "anulada", kind: "good" };
    case "awaiting_receiver":
      return { text: "espera al receptor", kind: "warn" };
    case "refused_by_receiver":
      return { text: "el receptor no quiso", kind: "bad" };
    case "lapsed":
      return { text: "venció sin respuesta", kind: "bad" };
    case "rejected":
      return { text: "rechazada", kind: "bad" };
    case "inconclusive":
      return { text: "no se sabe", kind: "warn" };
  }
}

const reasons: Readonly<Record<RejectionReason, string>> = {
  confirmacion_distinta: "El portal la iba a emitir distinta de como se pidió.",
  huella_distinta: "Ya no era la boleta que se vio en la vista previa.",
  formulario_rechazado: "El formulario del portal no la aceptó.",
  sociedad_profesional: "La empresa es una sociedad de profesionales: se emite en el portal.",
  plazo_anulacion: "Ya pasó el plazo para anularla.",
  monto_anulacion: "Su monto es mayor que lo que el portal anula.",
  anulacion_en_curso: "Ya estaba anulada, o su anulación ya se había pedido.",
  parecida_sin_resolver: "Hay otra igual de la que aún no se sabe si se emitió.",
  rechazada_por_portal: "El portal la rechazó al enviarla.",
};

/** Why it was rejected. */
export function reasonText(motivo: string): string {
  if (isReason(motivo)) return reasons[motivo];
  return isErrorCode(motivo) ? `${errorText({ code: motivo, details: null }).title}.` : motivo;
}

function isReason(motivo: string): motivo is RejectionReason {
  return Object.hasOwn(reasons, motivo);
}
