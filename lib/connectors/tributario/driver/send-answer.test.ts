import { expect, test } from "vitest";
import { sendAnswerOf } from "./send-answer.ts";

const page = (body: string): string =>
  `<html><head><title>Portal Tributario</title></head><body>${body}</body></html>`;
const alert = (text: string): string =>
  page(`<script type="text/javascript">alert('${text}');</script>`);

const refused = { kind: "refused", unsigned: false };
const unsigned = { kind: "refused", unsigned: true };

test("a page that names a folio says that the document was issued", () => {
  const named = page('<p id="resultado">Factura N° <b id="folio">500001</b></p>');
  expect(sendAnswerOf(named)).toEqual({ kind: "accepted", folio: 500_001 });
  // A page that says both: the list decides.
  const script = "<script>alert('El documento fue rechazado y no ha sido enviado.')</script>";
  expect(sendAnswerOf(named + script)).toEqual({ kind: "accepted", folio: 500_001 });
});

test.each([
  ["a rejection", alert("El documento fue rechazado y no ha sido enviado."), refused],
  [
    "fields that are not the preview's",
    alert("Los datos del documento no corresponden a la vista previa."),
    refused,
  ],
  [
    "another company",
    alert("La empresa seleccionada cambió. Debe iniciar nuevamente la emisión."),
    refused,
  ],
  [
    "no signature, by an alert",
    alert("El documento no registra una firma válida y no ha sido enviado."),
    unsigned,
  ],
  [
    "no signature, on a receipt's page",
    page('<p id="resultado">Documento sin firma. No se ha generado folio.</p>'),
    unsigned,
  ],
  [
    "two sentences that are both known",
    alert(
      String.raw`El documento fue rechazado y no ha sido enviado.\nEl documento no registra una firma válida y no ha sido enviado.`,
    ),
    unsigned,
  ],
])("%s is a refusal", (_, html, answer) => {
  expect(sendAnswerOf(html)).toEqual(answer);
});

test.each([
  [
    "a script that would alert something else",
    page(
      `<h1>Documento emitido</h1><p class="folio">N° 500001</p>
      <script>function imprimir() { if (!window.open("x")) alert('Debe habilitar ventanas emergentes'); }</script>`,
    ),
  ],
  ["a document that was sent before", alert("El documento ya fue enviado.")],
  ["a request that is being processed", alert("Su solicitud está siendo procesada.")],
  ["a session that expired", alert("Su sesión ha expirado.")],
  ["a form that expired", alert("El formulario no es válido o ha expirado. Vuelva a cargarlo.")],
  [
    "a refusal next to an alert that nobody knows",
    alert(
      String.raw`El documento fue rechazado y no ha sido enviado.\nConsulte el estado más tarde.`,
    ),
  ],
  [
    "a refusal next to an alert that cannot be read",
    `${alert("El documento fue rechazado y no ha sido enviado.")}<script>alert("Enviado")</script>`,
  ],
  [
    "a refusal in the middle of a sentence",
    alert("No es cierto que: El documento fue rechazado y no ha sido enviado."),
  ],
  [
    "a page without signature next to an alert",
    `${page('<p id="resultado">Documento sin firma. No se ha generado folio.</p>')}<script>alert('Documento recibido')</script>`,
  ],
  ["a folio that the page only speaks of", page("<p>No se ha generado folio aún</p>")],
  ["nothing", page("")],
])("%s leaves the outcome unknown", (_, html) => {
  expect(sendAnswerOf(html)).toBeNull();
});
