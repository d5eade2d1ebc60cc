import { AppError, type ErrorCode, type Issue, type IssueCode } from "#lib/kernel/errors/index.ts";

/** A pop-up as the portal writes it. */
const readableAlert = /alert\('((?:[^'\\]|\\.)*)'\)/g;

/** The messages of the portal's pop-up, one per line; it answers refusals with status 200. */
export function alertsOf(html: string): string[] {
  return [...html.matchAll(readableAlert)].flatMap(([, text = ""]) => text.split(String.raw`\n`));
}

/** The same, or null if any of them cannot be read: it may say anything. */
export function readableAlerts(html: string): string[] | null {
  return /alert\s*\(/.test(html.replaceAll(readableAlert, "")) ? null : alertsOf(html);
}

/** Messages about the form or the issuer, whatever the document says. */
const aboutIssuer: [RegExp, ErrorCode][] = [
  [/no está autorizado para emitir este tipo/, "tributario_dte_type_not_authorized"],
  [/emisor debe registrar/, "tributario_emitter_profile_required"],
  [/datos del emisor fueron modificados/, "tributario_emitter_profile_changed"],
  [/formulario no es válido/, "tributario_facturador_contract_changed"],
];

/** Messages and the fields they concern. The portal's own words go no further than here. */
const known: [RegExp, (match: RegExpExecArray) => Pick<Issue, "path" | "code">][] = [
  [/no puede ser el mismo emisor/, () => at(["receptor", "rut"], "not_allowed")],
  [/RUT del receptor/, () => at(["receptor", "rut"], "wrong_format")],
  [/razón social del receptor/, () => at(["receptor", "razonSocial"], "required")],
  [/giro del receptor/, () => at(["receptor", "giro"], "required")],
  [/dirección del receptor/, () => at(["receptor", "direccion"], "required")],
  [/comuna del receptor/, () => at(["receptor", "comuna"], "required")],
  [/precio del ítem (\d+)/, (m) => at(line(m, "precioUnitario"), "not_allowed")],
  [/cantidad del ítem (\d+)/, (m) => at(line(m, "cantidad"), "not_allowed")],
  [/nombre del ítem (\d+)/, (m) => at(line(m, "nombre"), "not_allowed")],
  [/descuento del ítem (\d+)/, (m) => at(line(m, "descuentoPct"), "not_allowed")],
  [/fecha de emisión/, () => at(["fechaEmision"], "not_allowed")],
  [/IVA de la factura/, () => at(["lineas"], "too_small")],
  [/ya se encuentra anulado/, () => at(["referencias", 0], "not_allowed")],
  [/referencia (\d+)/, (m) => at(["referencias", Number(m[1]) - 1], "not_allowed")],
  [/referencia/, () => at(["referencias"], "not_allowed")],
];

function at(path: Issue["path"], code: IssueCode): Pick<Issue, "path" | "code"> {
  return { path, code };
}

function line([, number = "1"]: RegExpExecArray, field: string): Issue["path"] {
  return ["lineas", Number(number) - 1, field];
}

/** A refusal of the form or the preview, as an error of the catalogue. */
export function refusalOf(alerts: readonly string[], autorizados: number[]): AppError {
  const general = refusalOfIssuer(alerts, autorizados);
  if (general !== null) return general;
  const issues = new Map<string, Issue>();
  for (const issue of alerts.map(issueOf)) {
    const field = issue.path.join(".");
    if (!issues.has(field)) issues.set(field, issue);
  }
  const details = { issues: [...issues.values()] };
  return new AppError("tributario_dte_validation_failed", { details });
}

function issueOf(text: string): Issue {
  for (const [sign, issue] of known) {
    const match = sign.exec(text);
    if (match === null) continue;
    return { ...issue(match), message: "The portal refuses this field of the document" };
  }
  return { path: [], code: "not_allowed", message: "The portal refuses the document" };
}

/** A refusal of an annulment. */
export function annulmentRefusal(alerts: readonly string[], autorizados: number[]): AppError {
  const general = refusalOfIssuer(alerts, autorizados);
  if (general !== null) return general;
  const [text = ""] = alerts;
  if (/No se encuentra el documento/.test(text)) {
    return new AppError("tributario_anulacion_documento_no_encontrado");
  }
  if (/ya se encuentra anulado/.test(text)) {
    return new AppError("tributario_anulacion_ya_emitida");
  }
  return new AppError("tributario_anulacion_no_admitida", {
    details: { reason: "portal_refused" },
  });
}

function refusalOfIssuer(alerts: readonly string[], autorizados: number[]): AppError | null {
  const found = aboutIssuer.find(([sign]) => alerts.some((text) => sign.test(text)));
  if (found === undefined) return null;
  const [, code] = found;
  if (code !== "tributario_dte_type_not_authorized") return new AppError(code);
  return new AppError(code, { details: { autorizados } });
}
