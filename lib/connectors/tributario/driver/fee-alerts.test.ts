import { expect, test } from "vitest";
import { receiptRefusal, whyNotAnnulled } from "./fee-alerts.ts";

const alert = (...texts: string[]): string =>
  `<script type="text/javascript">alert('${texts.join(String.raw`\n`)}');</script>`;

test.each([
  ["Debe seleccionar el domicilio del emisor.", ["domicilioEmisor"], "invalid_choice"],
  ["El RUT del destinatario no es válido.", ["receptor", "rut"], "wrong_format"],
  ["El destinatario no puede ser el mismo emisor.", ["receptor", "rut"], "not_allowed"],
  ["Debe ingresar el nombre o razón social del destinatario.", ["receptor", "nombre"], "required"],
  ["Debe ingresar el domicilio del destinatario.", ["receptor", "domicilio"], "required"],
  [
    "Debe seleccionar la región y la comuna del destinatario.",
    ["receptor", "comuna"],
    "invalid_choice",
  ],
  ["La fecha de la boleta no es válida.", ["fecha"], "not_allowed"],
  [
    "La fecha de la boleta no puede diferir en más de tres meses de la fecha actual.",
    ["fecha"],
    "not_allowed",
  ],
  ["Debe indicar quién efectúa la retención.", ["retencion"], "required"],
  ["El destinatario no está obligado a retener.", ["retencion"], "not_allowed"],
  ["Debe ingresar al menos una prestación de servicios.", ["lineas"], "required"],
  ["La prestación 3 no es válida.", ["lineas", 2], "not_allowed"],
  ["La boleta no pudo ser validada: datos del destinatario inconsistentes.", [], "not_allowed"],
])("%j is about %j", (text, path, code) => {
  expect(receiptRefusal(alert(text))).toEqual([{ path, code }]);
});

test("each of several messages is its own issue", () => {
  const said = alert("La prestación 1 no es válida.", "La fecha de la boleta no es válida.");
  expect(receiptRefusal(said)?.map(({ path }) => path)).toEqual([["lineas", 0], ["fecha"]]);
});

test("a page without a refusal is no refusal", () => {
  for (const html of ["", "<h1>Datos de la boleta</h1>", `<script>alert("No")</script>`]) {
    expect(receiptRefusal(html)).toBeNull();
    expect(whyNotAnnulled(html)).toBeNull();
  }
});

test.each([
  ["La boleta indicada no existe.", { reason: "unknown" }],
  ["La boleta ya se encuentra anulada.", { reason: "annulled" }],
  ["La boleta ya tiene una solicitud de anulación pendiente.", { reason: "already_asked" }],
  ["El plazo para anular la boleta ha vencido.", { reason: "too_late" }],
  [
    "El monto máximo para anular una boleta por este medio es de $ 100.000.000.",
    { reason: "too_much", maximo: 100_000_000 },
  ],
  [
    "El monto máximo para anular una boleta por este medio es de $ 900.",
    { reason: "too_much", maximo: 900 },
  ],
  ["Se produjo un error.", { reason: "other" }],
])("an annulment answered with %j is %j", (text, refusal) => {
  expect(whyNotAnnulled(alert(text))).toEqual(refusal);
});
