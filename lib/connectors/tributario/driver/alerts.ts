import { AppError, type Issue } from "#lib/kernel/errors/index.ts";

/** What the portal says in a pop-up, one message a line; it answers refusals with 200. */
export function alertsOf(html: string): string[] {
  return [...html.matchAll(/alert\('((?:[^'\\]|\\.)*)'\)/g)].flatMap(([, text = ""]) =>
    text.split(String.raw`\n`),
  );
}

const notAuthorized = /no está autorizado para emitir este tipo/;

/** Messages and the fields that they are about. The portal's own words go no further than here. */
const known: [RegExp, (match: RegExpExecArray) => Pick<Issue, "path" | "code">][] = [
  [/no puede ser el mismo emisor/, () => at(["receptor", "rut"], "own_rut")],
  [/RUT del receptor/, () => at(["receptor", "rut"], "invalid_rut")],
  [/razón social del receptor/, () => at(["receptor", "razonSocial"], "required")],
  [/giro del receptor/, () => at(["receptor", "giro"], "required")],
  [/dirección del receptor/, () => at(["receptor", "direccion"], "required")],
  [/comuna del receptor/, () => at(["receptor", "comuna"], "required")],
  [/precio del ítem (\d+)/, (m) => at(line(m, "precioUnitario"), "invalid")],
  [/cantidad del ítem (\d+)/, (m) => at(line(m, "cantidad"), "invalid")],
  [/nombre del ítem (\d+)/, (m) => at(line(m, "nombre"), "invalid")],
  [/descuento del ítem (\d+)/, (m) => at(line(m, "descuentoPct"), "invalid")],
  [/fecha de emisión/, () => at(["fechaEmision"], "invalid_date")],
  [/IVA de la factura/, () => at(["lineas"], "minimum_neto")],
  [/referencia/, () => at(["referencias"], "invalid")],
];

function at(path: Issue["path"], code: string): Pick<Issue, "path" | "code"> {
  return { path: ["documento", ...path], code };
}

function line([, number = "1"]: RegExpExecArray, field: string): Issue["path"] {
  return ["lineas", Number(number) - 1, field];
}

/** A refusal at the form or the preview, in the catalogue's words. */
export function refusalOf(alerts: readonly string[], autorizados: number[]): AppError {
  if (alerts.some((text) => notAuthorized.test(text))) {
    return new AppError("tributario_dte_type_not_authorized", { details: { autorizados } });
  }
  const issues = alerts.map((text): Issue => {
    const message = "The portal refuses this field of the document";
    for (const [sign, issue] of known) {
      const match = sign.exec(text);
      if (match !== null) return { ...issue(match), message };
    }
    return { path: ["documento"], code: "refused", message: "The portal refuses the document" };
  });
  return new AppError("tributario_dte_validation_failed", { details: { issues } });
}

/** A refusal of an annulment. */
export function annulmentRefusal(alerts: readonly string[], autorizados: number[]): AppError {
  const [text = ""] = alerts;
  if (notAuthorized.test(text)) return refusalOf(alerts, autorizados);
  if (/No se encuentra el documento/.test(text)) {
    return new AppError("tributario_anulacion_documento_no_encontrado");
  }
  if (/anulad[oa]/i.test(text)) return new AppError("tributario_anulacion_ya_emitida");
  return new AppError("tributario_anulacion_no_admitida", {
    details: { reason: "portal_refused" },
  });
}
