import * as z from "zod";
import { tool } from "#lib/contract/index.ts";
import { indicators } from "../catalogue.ts";
import { Codigo, Unidad } from "../fields.ts";

export const catalogoListar = tool({
  id: "indicadores.catalogo.listar",
  title: "Listar los indicadores económicos",
  description:
    "Lista los indicadores económicos que se pueden consultar, con su código, nombre, unidad y frecuencia. Los códigos son los que piden las demás herramientas de indicadores. No contacta ningún sistema.",
  effect: "read",
  needsConnection: false,
  input: z.strictObject({}),
  output: z.strictObject({
    indicadores: z
      .array(
        z.strictObject({
          codigo: Codigo,
          nombre: z.string().describe("Nombre completo, con su sigla si la tiene"),
          unidad: Unidad,
          frecuencia: z
            .enum(["diaria", "mensual"])
            .describe("Cada cuánto hay un valor; mensual: rige desde el día 1"),
        }),
      )
      .describe("Todos los que se pueden consultar"),
  }),
  errors: [],
  example: {
    input: {},
    output: {
      indicadores: [
        {
          codigo: "uf",
          nombre: "Unidad de fomento (UF)",
          unidad: "Pesos",
          frecuencia: "diaria",
        },
      ],
    },
  },
  run: () => ({
    indicadores: indicators.map(({ codigo, nombre, unidad, frecuencia }) => ({
      codigo,
      nombre,
      unidad,
      frecuencia,
    })),
  }),
});
