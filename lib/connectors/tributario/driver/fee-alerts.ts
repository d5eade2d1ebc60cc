import { parseMonto } from "#lib/chile/index.ts";
import type { AnnulmentRefusal, FeeIssue } from "#lib/contract/index.ts";
import { readableAlerts } from "./alerts.ts";

/** The portal's refusals, and the fields of the request that they concern. */
const aboutReceipt: [RegExp, (match: RegExpExecArray) => FeeIssue][] = [
  [/^Debe seleccionar el domicilio del emisor/, () => at(["domicilioEmisor"], "invalid_choice")],
  [/^El RUT del destinatario no es válido/, () => at(["receptor", "rut"], "wrong_format")],
  [/destinatario no puede ser el mismo emisor/, () => at(["receptor", "rut"], "not_allowed")],
  [/^Debe ingresar el nombre/, () => at(["receptor", "nombre"], "required")],
  [/^Debe ingresar el domicilio/, () => at(["receptor", "domicilio"], "required")],
  [/^Debe seleccionar la región y la comuna/, () => at(["receptor", "comuna"], "invalid_choice")],
  [/no puede diferir en más de tres meses/, () => at(["fecha"], "not_allowed")],
  [/^La fecha de la boleta/, () => at(["fecha"], "not_allowed")],
  [/^Debe indicar quién efectúa la retención/, () => at(["retencion"], "required")],
  [/no está obligado a retener/, () => at(["retencion"], "not_allowed")],
  [/^Debe ingresar al menos una prestación/, () => at(["lineas"], "required")],
  [/^La prestación (\d)/, ([, place]) => at(["lineas", Number(place) - 1], "not_allowed")],
];

function at(path: FeeIssue["path"], code: FeeIssue["code"]): FeeIssue {
  return { path, code };
}

/** Why there is no confirmation; null when the page has no readable refusal. */
export function receiptRefusal(html: string): FeeIssue[] | null {
  const alerts = readableAlerts(html) ?? [];
  const issues = alerts.map((text) => {
    for (const [sign, issue] of aboutReceipt) {
      const match = sign.exec(text);
      if (match !== null) return issue(match);
    }
    return at([], "not_allowed");
  });
  return issues.length > 0 ? issues : null;
}

const aboutAnnulment: [RegExp, (match: RegExpExecArray) => AnnulmentRefusal][] = [
  [/^La boleta indicada no existe/, () => ({ reason: "unknown" })],
  [/ya se encuentra anulada/, () => ({ reason: "annulled" })],
  [/ya tiene una solicitud de anulación pendiente/, () => ({ reason: "already_asked" })],
  [/^El plazo para anular la boleta ha vencido/, () => ({ reason: "too_late" })],
  [
    /^El monto máximo para anular.* es de (\$ [\d.]+\d)/,
    ([, most = ""]) => ({ reason: "too_much", maximo: parseMonto(most)?.value ?? null }),
  ],
];

/** Why a receipt cannot be annulled now; null when the page does not say. */
export function whyNotAnnulled(html: string): AnnulmentRefusal | null {
  const [text] = readableAlerts(html) ?? [];
  if (text === undefined) return null;
  for (const [sign, refusal] of aboutAnnulment) {
    const match = sign.exec(text);
    if (match !== null) return refusal(match);
  }
  return { reason: "other" };
}
