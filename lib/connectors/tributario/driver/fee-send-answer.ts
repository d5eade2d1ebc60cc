import type {
  AnnulmentSendAnswer,
  AnnulmentSendRefusal,
  FeeSendAnswer,
  FeeSendRefusal,
} from "#lib/contract/index.ts";
import { whyNotAnnulled } from "./fee-alerts.ts";
import { readableAlerts } from "./alerts.ts";

const expired = "La confirmación no es válida o ha expirado. Vuelva a ingresar los datos.";

/** What the portal says when it refuses a receipt, word for word: no other sentence counts. */
const receiptRefusals: ReadonlyMap<string, FeeSendRefusal> = new Map([
  ["La boleta fue rechazada y no ha sido emitida.", "rejected"],
  [expired, "confirmation_expired"],
]);

/**
 * The answer to the one request that issues; null if the outcome is unknown. The list has the last
 * word.
 */
export function feeSendAnswerOf(html: string): FeeSendAnswer | null {
  const alerts = readableAlerts(html);
  if (alerts === null) return null;
  const folio = /<b id="numero">(\d{1,15})<\/b>/.exec(html)?.[1];
  if (folio === undefined) {
    const refusal = only(alerts, receiptRefusals);
    return refusal === null ? null : { kind: "refused", refusal };
  }
  if (alerts.length > 0) return null;
  const codigoBarras = /[?&;]txt_codigobarras=(\w{6,60})\b/.exec(html)?.[1] ?? null;
  return { kind: "accepted", folio: Number(folio), codigoBarras };
}

/** The same for an annulment. That it was already annulled or requested does not say by whom. */
const annulmentRefusals: ReadonlyMap<string, AnnulmentSendRefusal> = new Map([
  ["La solicitud de anulación fue rechazada.", "rejected"],
  [expired, "confirmation_expired"],
]);

const annulled =
  /<p id="resultado">\s*(?:La boleta N° \d+ ha sido anulada|Se ha enviado al destinatario la solicitud de anulación)/;

export function annulmentSendAnswerOf(html: string): AnnulmentSendAnswer | null {
  const alerts = readableAlerts(html);
  if (alerts === null) return null;
  if (alerts.length === 0) return annulled.test(html) ? { kind: "accepted" } : null;
  if (alerts.length > 1) return null;
  const refusal = only(alerts, annulmentRefusals) ?? notNow(html);
  return refusal === null ? null : { kind: "refused", refusal };
}

function notNow(html: string): AnnulmentSendRefusal | null {
  const reason = whyNotAnnulled(html)?.reason;
  return reason === "too_late" || reason === "too_much" ? reason : null;
}

/** What the only message means; null for an unknown one, and for several. */
function only<Refusal>(
  alerts: readonly string[],
  refusals: ReadonlyMap<string, Refusal>,
): Refusal | null {
  const [text = "", ...more] = alerts;
  return more.length === 0 ? (refusals.get(text) ?? null) : null;
}
