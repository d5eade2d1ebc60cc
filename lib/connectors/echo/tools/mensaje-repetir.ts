import * as z from "zod";
import { tool } from "#lib/contract/index.ts";

const mensaje = z.string().max(10_000).describe("Texto que se devuelve tal cual");

export const mensajeRepetir = tool({
  id: "echo.mensaje.repetir",
  title: "Repetir un mensaje",
  description:
    "Devuelve el mismo texto que recibe. Sirve para comprobar la credencial, la red y el formato de las llamadas; no contacta ningún sistema.",
  effect: "read",
  needsConnection: false,
  input: z.strictObject({ mensaje }),
  output: z.strictObject({ mensaje }),
  errors: [],
  example: { input: { mensaje: "hola" }, output: { mensaje: "hola" } },
  run: (_ctx, input) => ({ mensaje: input.mensaje }),
});
