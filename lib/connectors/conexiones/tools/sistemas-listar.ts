import * as z from "zod";
import { tool } from "#lib/contract/index.ts";

const sistema = z.strictObject({
  sistema: z.string().describe("Con él empiezan los ids de sus herramientas"),
  nombre: z.string().describe("Cómo se muestra a las personas"),
  tipo: z
    .enum(["bank", "tax_authority", "pension_authority", "invoicing", "mail", "utility"])
    .describe("utility: datos y ayudas que sirven a todos"),
  habilitado: z.boolean().describe("Si la organización puede usarlo"),
  alcances: z.array(z.string()).describe("Módulos de datos que ofrece"),
  camposCredencial: z
    .array(
      z.strictObject({
        nombre: z.string().describe("El nombre interno del campo"),
        etiqueta: z.string().describe("Cómo lo pide la página del enlace"),
        secreto: z.boolean().describe("true: una clave, que se escribe oculta"),
      }),
    )
    .describe("Lo que la persona entrega en la página del enlace"),
  requiereConexion: z
    .boolean()
    .describe("false: sus herramientas se llaman sin X-Connect-Connection"),
});

export const sistemasListar = tool({
  id: "conexiones.sistemas.listar",
  title: "Listar los sistemas",
  description:
    "Lista los sistemas del catálogo, cuáles tiene habilitados la organización, qué módulos de datos ofrecen y qué pide cada uno para conectarse.",
  effect: "read",
  needsConnection: false,
  input: z.strictObject({}),
  output: z.strictObject({
    sistemas: z.array(sistema).describe("Todos los del catálogo, también los no habilitados"),
  }),
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
