import * as z from "zod";
import { daysBetween, Fecha } from "#lib/chile/index.ts";
import { pageFieldsOf, tool } from "#lib/contract/index.ts";
import { unidadDe } from "../catalogue.ts";
import { Codigo, Unidad, providerErrors } from "../fields.ts";

const maxDays = 366;

const input = z
  .strictObject({
    codigo: Codigo,
    desde: Fecha.describe("Primer día del rango, incluido"),
    hasta: Fecha.describe("Último día del rango, incluido; a lo más 366 días en total"),
    ...pageFieldsOf("Valores"),
  })
  .refine(({ desde, hasta }) => desde <= hasta, {
    path: ["hasta"],
    params: { code: "contradiction" },
    error: "hasta lies before desde",
  })
  .refine(({ desde, hasta }) => daysBetween(desde, hasta) < maxDays, {
    path: ["hasta"],
    params: { code: "too_large" },
    error: `The range has more than ${maxDays} days: ask for a year at a time`,
  });

export const serieConsultar = tool({
  id: "indicadores.serie.consultar",
  title: "Consultar la serie de un indicador",
  description:
    "Lista los valores publicados de un indicador económico entre dos días, el más reciente primero. Solo trae los días que tienen valor: el dólar no lo tiene en fin de semana y los indicadores mensuales traen el primer día de cada mes. Para el valor que rige en un día usa indicadores.valor.fecha.",
  effect: "read",
  needsConnection: false,
  input,
  output: z.strictObject({
    codigo: Codigo,
    unidad: Unidad,
    valores: z
      .array(
        z.strictObject({ fecha: Fecha, valor: z.number().describe("En unidad; rige desde fecha") }),
      )
      .describe("Solo los días que tienen valor, del más nuevo al más antiguo"),
    cursor: z.string().nullable().describe("null cuando no hay más valores"),
  }),
  errors: providerErrors,
  example: {
    input: { codigo: "utm", desde: "2026-07-01", hasta: "2026-08-31" },
    output: {
      codigo: "utm",
      unidad: "Pesos",
      valores: [
        { fecha: "2026-08-01", valor: 70_588 },
        { fecha: "2026-07-01", valor: 70_378 },
      ],
      cursor: null,
    },
  },
  run: async ({ services }, { cursor = null, ...range }) => {
    const page = await services.indicators.between({ ...range, cursor });
    return {
      codigo: range.codigo,
      unidad: unidadDe(range.codigo),
      valores: page.values,
      cursor: page.cursor,
    };
  },
});
