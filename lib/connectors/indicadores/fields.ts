import * as z from "zod";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { indicators } from "./catalogue.ts";

export const Codigo = z
  .enum(indicators.map((one) => one.codigo))
  .describe("Código del indicador; indicadores.catalogo.listar los explica");

export const Unidad = z
  .enum(["Pesos", "Porcentaje", "Dólar"])
  .describe("Unidad en que se expresa el valor");

export const Antiguedad = z
  .int()
  .describe("Días desde fecha hasta hoy en Santiago; negativo cuando fecha es futura");

/** Errors of a read when the store lacks the value and the provider is asked for it. */
export const providerErrors = [
  "upstream_error",
  "upstream_unexpected_response",
  "timeout",
] as const satisfies readonly ErrorCode[];
