import { expect, test } from "vitest";
import { alertsOf, annulmentRefusal, refusalOf } from "./alerts.ts";

const types = [33, 61];
const issuesOf = (...alerts: string[]) => refusalOf(alerts, types).details?.["issues"];

test("a pop-up has one message per line, whatever the page around it", () => {
  const page = String.raw`<html><script>alert('El RUT del receptor no es v\'alido.\nOtra.');history.back()</script>`;
  expect(alertsOf(page)).toEqual([String.raw`El RUT del receptor no es v\'alido.`, "Otra."]);
  expect(alertsOf("<p>alert</p>")).toEqual([]);
});

test("each refused field has one entry, named as in the input and without the portal's words", () => {
  const refused = issuesOf(
    "El RUT del receptor no es válido.",
    "Debe ingresar el giro del receptor.",
    "El precio del ítem 3 no es válido.",
    "La cantidad del ítem 10 no es válida.",
    "El nombre del ítem 1 es obligatorio.",
    "El nombre del ítem 1 supera los 80 caracteres.",
    "La fecha de emisión no es válida.",
    "El IVA de la factura no puede ser cero.",
    "La referencia 2 no es válida.",
    "El documento ya se encuentra anulado.",
    "Un mensaje que nadie conoce <script>",
  ) as { path: unknown[]; code: string; message: string }[];
  expect(refused.map(({ path, code }) => [path.join("."), code])).toEqual([
    ["receptor.rut", "wrong_format"],
    ["receptor.giro", "required"],
    ["lineas.2.precioUnitario", "not_allowed"],
    ["lineas.9.cantidad", "not_allowed"],
    ["lineas.0.nombre", "not_allowed"],
    ["fechaEmision", "not_allowed"],
    ["lineas", "too_small"],
    ["referencias.1", "not_allowed"],
    ["referencias.0", "not_allowed"],
    ["", "not_allowed"],
  ]);
  expect(JSON.stringify(refused)).not.toMatch(/script|nadie|ítem/);
});

test.each([
  [
    "Usted no está autorizado para emitir este tipo de documento.",
    "tributario_dte_type_not_authorized",
  ],
  [
    "El emisor debe registrar actividad económica y dirección.",
    "tributario_emitter_profile_required",
  ],
  [
    "Los datos del emisor fueron modificados. Vuelva a cargar el formulario.",
    "tributario_emitter_profile_changed",
  ],
  [
    "El formulario no es válido o ha expirado. Vuelva a cargarlo.",
    "tributario_facturador_contract_changed",
  ],
])("%s is %s, for a preview and for an annulment", (alert, code) => {
  expect(refusalOf([alert], types).code).toBe(code);
  expect(annulmentRefusal([alert], types).code).toBe(code);
});

test("an unauthorized type comes with the authorized ones", () => {
  const alert = "Usted no está autorizado para emitir este tipo de documento.";
  expect(refusalOf([alert], types).details).toEqual({ autorizados: [33, 61] });
});

test.each([
  ["No se encuentra el documento indicado.", "tributario_anulacion_documento_no_encontrado"],
  ["El documento ya se encuentra anulado.", "tributario_anulacion_ya_emitida"],
  ["El tipo de documento no admite anulación.", "tributario_anulacion_no_admitida"],
  ["Otra cosa.", "tributario_anulacion_no_admitida"],
])("an annulment refused with «%s» is %s", (alert, code) => {
  expect(annulmentRefusal([alert], types).code).toBe(code);
});
