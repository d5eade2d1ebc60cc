import { expect, test } from "vitest";
import { reasonText } from "./fee-receipt-words.ts";

test.each([
  ["plazo_anulacion", "Ya pasó el plazo para anularla."],
  ["monto_anulacion", "Su monto es mayor que lo que el portal anula."],
  ["anulacion_en_curso", "Ya estaba anulada, o su anulación ya se había pedido."],
  ["parecida_sin_resolver", "Hay otra igual de la que aún no se sabe si se emitió."],
  ["honorarios_beta_disabled", "Las boletas no están habilitadas."],
])("the reason why a request was rejected is put into words: %s", (motivo, text) => {
  expect(reasonText(motivo)).toBe(text);
});
