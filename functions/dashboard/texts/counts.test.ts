import { expect, test } from "vitest";
import { limitTexts } from "../pages/operations/fee-receipt-limits-page.tsx";
import { outcomeText } from "./audit.ts";
import { errorText } from "./errors.ts";

test("a count in a text agrees with its noun, also when it is one", () => {
  const row = { outcome: "rate_limited", httpStatus: 429 };
  const refused = (calls: number) => outcomeText({ ...row, calls }).text;
  expect([1, 2].map(refused)).toEqual(["1 rechazada más", "2 rechazadas más"]);
  const wait = (retryAfterSeconds: number) =>
    errorText({ code: "rate_limited", details: { retryAfterSeconds } }).advice;
  expect([1, 2].map(wait)).toEqual([
    "Espera 1 segundo y vuelve a intentarlo.",
    "Espera 2 segundos y vuelve a intentarlo.",
  ]);
  const policy = {
    habilitado: true,
    conexiones: null,
    receptores: null,
    diasAtras: 1,
    diasAdelante: 0,
    montoMaximo: 1,
    montoDiario: 1,
    cantidadDiaria: 1,
  };
  const limits = limitTexts(null, policy, new Map()).map(({ yours }) => yours);
  expect(limits).toContain("$1 en 1 boleta");
  expect(limits).toContain("de 1 día atrás a 0 adelante");
});
