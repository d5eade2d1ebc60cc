import { describe, expect, test } from "vitest";
import { annulmentSendAnswerOf, feeSendAnswerOf } from "./fee-send-answer.ts";

const alert = (...texts: string[]): string =>
  `<script type="text/javascript">alert('${texts.join(String.raw`\n`)}');</script>`;
const page = (body: string): string =>
  `<table class="contribuyente"><tr><td>RUT: <b>76.555.835-2</b></td></tr></table>${body}`;
const expired = "La confirmación no es válida o ha expirado. Vuelva a ingresar los datos.";

/** Answers that leave the outcome unknown. */
const noWord: [name: string, html: string][] = [
  ["nothing", ""],
  ["the page of another step", page("<h1>Datos de la boleta</h1>")],
  [
    "a receipt under way",
    page("<h1>Boleta recibida</h1><p>Su boleta se encuentra en proceso.</p>"),
  ],
  ["an alert that nobody knows", alert("Se produjo un error. Intente más tarde.")],
  ["an alert that cannot be read", `<script>alert("La boleta fue rechazada")</script>`],
  ["a refusal and something else", alert(expired, "La boleta ya fue emitida.")],
];

describe("the answer to a receipt", () => {
  const issued = page(
    `<p>Se ha emitido la boleta N° <b id="numero">500001</b> a OTRO.</p>
     <a href="/x/honorarios/documento?origen=PORTAL&txt_codigobarras=765558352500001A1B2C">Ver</a>`,
  );

  test("that names a folio is accepted, with the bar code from its link", () => {
    const answer = { kind: "accepted", folio: 500_001, codigoBarras: "765558352500001A1B2C" };
    expect(feeSendAnswerOf(issued)).toEqual(answer);
    expect(feeSendAnswerOf(issued.replaceAll("&", "&amp;"))).toEqual(answer);
    expect(feeSendAnswerOf(issued.replace(/<a .*/, ""))).toEqual({ ...answer, codigoBarras: null });
  });

  test.each([
    ["La boleta fue rechazada y no ha sido emitida.", "rejected"],
    [expired, "confirmation_expired"],
  ])("that says %j is a refusal", (text, refusal) => {
    expect(feeSendAnswerOf(page(alert(text)))).toEqual({ kind: "refused", refusal });
  });

  test.each([...noWord, ["a folio and a refusal", issued + alert(expired)]])(
    "with %s leaves the outcome unknown",
    (_name, html) => {
      expect(feeSendAnswerOf(html)).toBeNull();
    },
  );
});

describe("the answer to an annulment", () => {
  test.each([
    "La boleta N° 500001 ha sido anulada.",
    "Se ha enviado al destinatario la solicitud de anulación de la boleta N° 500001.",
  ])("that says %j is accepted", (text) => {
    expect(annulmentSendAnswerOf(page(`<p id="resultado">\n  ${text}\n</p>`))).toEqual({
      kind: "accepted",
    });
  });

  test.each([
    ["La solicitud de anulación fue rechazada.", "rejected"],
    [expired, "confirmation_expired"],
    ["El plazo para anular la boleta ha vencido.", "too_late"],
    ["El monto máximo para anular una boleta por este medio es de $ 499.999.", "too_much"],
  ])("that says %j is a refusal", (text, refusal) => {
    expect(annulmentSendAnswerOf(page(alert(text)))).toEqual({ kind: "refused", refusal });
  });

  test.each([
    ...noWord,
    // Somebody annulled it, but it does not say who.
    ["an annulled receipt", alert("La boleta ya se encuentra anulada.")],
    ["one that was asked for", alert("La boleta ya tiene una solicitud de anulación pendiente.")],
    ["a receipt that nobody knows", alert("La boleta indicada no existe.")],
    ["two refusals", alert("El plazo para anular la boleta ha vencido.", expired)],
    ["another result", page('<p id="resultado">Su solicitud está en proceso.</p>')],
  ])("with %s leaves the outcome unknown", (_name, html) => {
    expect(annulmentSendAnswerOf(html)).toBeNull();
  });
});
