import * as z from "zod";
import { tool } from "#lib/contract/index.ts";

const sistema = z.strictObject({
  sistema: z.string(),
  nombre: z.string(),
  tipo: z.enum(["bank", "tax_authority", "pension_authority", "invoicing", "mail", "utility"]),
  habilitado: z.boolean().describe("Si la organización puede usarlo"),
  alcances: z.array(z.string()),
  camposCredencial: z
    .array(z.strictObject({ nombre: z.string(), etiqueta: z.string(), secreto: z.boolean() }))
    .describe("Lo que la persona entrega en la página del enlace"),
  requiereConexion: z.boolean(),
});

export const sistemasListar = tool({
  id: "conexiones.sistemas.listar",
  title: "Listar los sistemas",
  description:
    "Lista los sistemas del catálogo, cuáles tiene habilitados la organización, qué módulos de datos ofrecen y qué pide cada uno para conectarse.",
  effect: "read",
  needsConnection: false,
  input: z.strictObject({}),
  output: z.strictObject({ sistemas: z.array(sistema) }),
  errors: [],
  example: {
    input: {},
    output: {
      sistemas: [
        {
          sistema: "echo",
          nombre: "Eco",
          tipo: "utility",
          habilitado: true,
          alcances: [],
          camposCredencial: [],
          requiereConexion: false,
        },
      ],
    },
  },
  run: ({ services }) => ({ sistemas: services.systems() as z.input<typeof sistema>[] }),
});
