import * as z from "zod";
import { Periodo } from "#lib/chile/index.ts";
import type { CoverageEntry, Prueba } from "#lib/contract/index.ts";
import { IdNomina, InstitucionCodigo, InstitucionTipo } from "./store.ts";

const PruebaField = z
  .strictObject({
    estado: z
      .enum(["cuadra", "descuadra", "sin_datos"])
      .describe("sin_datos: nada declarado aún, o no se pudo comparar"),
    diferencias: z
      .array(
        z.strictObject({
          idNomina: IdNomina,
          institucionTipo: InstitucionTipo,
          institucionCodigo: InstitucionCodigo,
          lineas: z.int().describe("Suma de las líneas"),
          planilla: z.int().describe("Lo que dicen las planillas, sin recargos"),
        }),
      )
      .describe(
        "Instituciones cuyas líneas no suman su planilla; vacía en descuadra: falta una línea, o las planillas no suman el monto de la nómina",
      ),
  })
  .describe("Si lo leído cuadra con las sumas del portal, según la última sincronización del mes");

const nothingToCompare: Prueba = { estado: "sin_datos", diferencias: [] };

/** The proof from the last reading of the month, for the answer of a list. */
export const withProof = {
  proofs: true,
  output: { prueba: PruebaField },
  answer: (coverage: readonly CoverageEntry[], { periodo }: { periodo: string }) => ({
    prueba: coverage.find((entry) => entry.periodo === periodo)?.prueba ?? nothingToCompare,
  }),
  example: { prueba: { estado: "cuadra", diferencias: [] } },
} as const;

/** The input of a month's lists. */
export const ofMonth = { periodo: Periodo.describe("Mes de la remuneración AAAA-MM") };
