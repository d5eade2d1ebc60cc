import { expect, test } from "vitest";
import { correoEnviar } from "./correo-enviar.ts";

test("an agent is told that a mail carries no files, before it composes one that promises them", () => {
  const { description, input, example } = correoEnviar;
  expect(description).toContain("No lleva archivos adjuntos.");
  expect(input.safeParse({ ...(example.input as object), adjuntos: [] }).success).toBe(false);
});
