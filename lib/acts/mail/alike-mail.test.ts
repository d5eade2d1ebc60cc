import { expect, test } from "vitest";
import { isAlikeMail } from "./alike-mail.ts";

const asked = {
  para: ["ana@example.com", "luis@example.com"],
  cc: ["c@example.com"],
  cco: ["x@example.com"],
  asunto: "Factura 7012",
  cuerpo: "Hola\nAna",
  formato: "texto",
  enRespuestaA: null,
} as const;
const { para, cc, cco, asunto, cuerpo } = asked;
const sent = { id: "m1", para: [...para], cc: [...cc], cco: [...cco], asunto, cuerpo };
const own = { ...sent, operacion: "oper_1" };

test("what transport changes is no difference", () => {
  const changed = {
    ...own,
    para: ["LUIS@example.com", "ana@example.com"],
    cco: null,
    cuerpo: "Hola  \r\nAna\r\n\r\n",
  };
  expect(isAlikeMail(asked, changed)).toBe(true);
});

test.each([
  ["a receiver more", { para: [...para, "otra@example.com"] }],
  ["a copy less", { cc: [] }],
  ["another hidden one", { cco: ["y@example.com"] }],
  ["another subject", { asunto: "Factura 7012 (editado)" }],
  ["another text", { cuerpo: "Hola\nAna." }],
])("%s is another mail", (_name, changed) => {
  expect(isAlikeMail(asked, { ...own, ...changed })).toBe(false);
});

test.each([
  ["half of a sign", "Factura \uD83D"],
  ["a sign of two halves", "Factura \u{1F4E7}"],
  ["blanks that a folded header makes one", "Factura   7012"],
])("%s is recognised as it comes back from the provider", (_name, text) => {
  const mail = { ...asked, asunto: text, cuerpo: text };
  const overTheWire = Buffer.from(text).toString("utf8");
  const back = { asunto: overTheWire.replaceAll(/ +/g, " "), cuerpo: overTheWire };
  expect(isAlikeMail(mail, { ...own, ...back })).toBe(true);
});
