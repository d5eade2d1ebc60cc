import * as z from "zod";
import { daysBetween, Fecha, todayInSantiago } from "#lib/chile/index.ts";
import { tool } from "#lib/contract/index.ts";
import { unidadDe } from "../catalogue.ts";
import { Antiguedad, Codigo, Unidad, providerErrors } from "../fields.ts";

export const valorFecha = tool({
  id: "indicadores.valor.fecha",
  title: "Consultar el valor de un indicador en un día",
  description:
    "Responde el valor de un indicador económico vigente en el día pedido: el publicado ese día o, si ese día no tiene (el dólar en fin de semana, la UTM en medio del mes), el último anterior; fecha dice cuál es. fecha y valor son null cuando el valor de ese día no se conoce, por ejemplo una UF futura que aún no se publica.",
  effect: "read",
  needsConnection: false,
  input: z.strictObject({ codigo: Codigo, fecha: Fecha }),
  output: z.strictObject({
    codigo: Codigo,
    fechaConsultada: Fecha,
    fecha: Fecha.nullable().describe("Día desde el que rige el valor"),
    valor: z
      .number()
      .nullable()
      .describe("Expresado en unidad; null si el de ese día no se conoce"),
    unidad: Unidad,
    antiguedadDias: Antiguedad.nullable(),
  }),
  errors: providerErrors,
  example: {
    input: { codigo: "dolar", fecha: "2026-08-09" },
    output: {
      codigo: "dolar",
      fechaConsultada: "2026-08-09",
      fecha: "2026-08-07",
      valor: 941.28,
      unidad: "Pesos",
      antiguedadDias: 4,
    },
  },
  run: async ({ now, services }, { codigo, fecha: fechaConsultada }) => {
    const value = await services.indicators.valueInForce(codigo, fechaConsultada);
    return {
      codigo,
      fechaConsultada,
      fecha: value?.fecha ?? null,
      valor: value?.valor ?? null,
      unidad: unidadDe(codigo),
      antiguedadDias: value && daysBetween(value.fecha, todayInSantiago(now)),
    };
  },
});
