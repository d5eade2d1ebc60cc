import { expect, test } from "vitest";
import { untrustedPaths } from "#lib/contract/index.ts";
import { correoObtener } from "./correo-obtener.ts";

test("everything that a sender wrote is marked as somebody else's", () => {
  expect(untrustedPaths(correoObtener.output).toSorted()).toEqual([
    "adjuntos[].nombre",
    "adjuntos[].tipo",
    "asunto",
    "cc[]",
    "de",
    "fragmento",
    "para[]",
    "texto",
  ]);
});
