import * as z from "zod";
import { daysBetween, Fecha, todayInSantiago } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { tool } from "#lib/contract/index.ts";
import { unidadDe } from "../catalogue.ts";
import { Antiguedad, Codigo, Unidad, providerErrors } from "../fields.ts";

export const valorActual = tool({
  id: "indicadores.valor.actual",
  title: "Consultar el valor vigente de un indicador",
  description:
    "Responde el valor de un indicador económico vigente hoy en Chile (UF, UTM, dólar observado y otros); si el de hoy no está publicado, el más reciente. Mira antiguedadDias: mayor que 0 cuando el último valor es de un día anterior (el dólar en fin de semana, el IPC del mes pasado). Para otro día usa indicadores.valor.fecha.",
  effect: "read",
  needsConnection: false,
  input: z.strictObject({ codigo: Codigo }),
  output: z.strictObject({
    codigo: Codigo,
    fecha: Fecha.describe("Día desde el que rige el valor"),
    valor: z.number().describe("Expresado en unidad"),
    unidad: Unidad,
    antiguedadDias: Antiguedad,
  }),
  errors: providerErrors,
  example: {
    input: { codigo: "uf" },
    output: {
      codigo: "uf",
      fecha: "2026-08-11",
      valor: 40_152.37,
      unidad: "Pesos",
      antiguedadDias: 0,
    },
  },
  run: async ({ now, services }, { codigo }) => {
    const today = todayInSantiago(now);
    const value = await services.indicators.current(codigo, today);
    if (value === null) throw new AppError("upstream_error");
    const { fecha, valor } = value;
    const antiguedadDias = daysBetween(fecha, today);
    return { codigo, fecha, valor, unidad: unidadDe(codigo), antiguedadDias };
  },
});
