import * as z from "zod";
import { parseAnswer } from "#lib/contract/bank/index.ts";
import type { InvoicingAccount, MissingStep } from "#lib/contract/index.ts";
import { Dia, Parte } from "./values.ts";

const Paso = z.discriminatedUnion("paso", [
  z.looseObject({ paso: z.literal("certificado"), listo: z.boolean(), vence_en: Dia.nullable() }),
  z.looseObject({ paso: z.literal("folios"), listo: z.boolean(), tipos: z.array(z.int()) }),
  z.looseObject({ paso: z.literal("resolucion"), listo: z.boolean() }),
  z.looseObject({ paso: z.literal("actividad"), listo: z.boolean() }),
]);
type Paso = z.infer<typeof Paso>;

const Cuenta = z.looseObject({
  empresa: Parte,
  puesta_en_marcha: z.looseObject({ pasos: z.array(Paso) }),
  plan: z.looseObject({ documentos_restantes: z.int().nonnegative() }),
  idempotencia: z.enum(["clave", "referencia", "ninguna"]),
});

/** Unless all of these are known, it is unclear whether the company may issue. */
const expected = ["certificado", "folios", "resolucion", "actividad"] as const;

/** Whose account it is, what it lacks, and what its plan has left. */
export function parseAccount(answer: unknown): InvoicingAccount {
  const { empresa, puesta_en_marcha, plan, idempotencia } = parseAnswer(Cuenta, answer);
  const { pasos } = puesta_en_marcha;
  const folios = pasos.find(({ paso }) => paso === "folios");
  const certificado = pasos.find(({ paso }) => paso === "certificado");
  return {
    rut: empresa.rut,
    razonSocial: empresa.razon_social,
    missing: expected.flatMap((clave) => missingStep(clave, pasos)),
    certificadoVence: certificado?.paso === "certificado" ? certificado.vence_en : null,
    tiposConFolios: folios?.paso === "folios" ? folios.tipos : [],
    documentosRestantes: plan.documentos_restantes,
    idempotencia,
  };
}

function missingStep(clave: MissingStep["clave"], pasos: readonly Paso[]): MissingStep[] {
  const found = pasos.find(({ paso }) => paso === clave);
  if (found?.listo === true) return [];
  const vence = found?.paso === "certificado" ? found.vence_en : null;
  return [{ clave, ...(vence !== null && { vence }) }];
}
