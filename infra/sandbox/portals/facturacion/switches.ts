import { z } from "zod";
import { isDay } from "../../generator/calendar.ts";
import { createSwitches, type Switches } from "../../system/switches.ts";
import type { World } from "../../system/system.ts";
import { verdictWords } from "./document.ts";

const idempotencyKinds = ["clave", "referencia", "ninguna"] as const;

const longestWaitSeconds = 366 * 86_400;

const Values = z.strictObject({
  idempotencia: z.enum(idempotencyKinds),
  aceptacion: z.strictObject({
    afterSeconds: z.int().min(0).max(longestWaitSeconds),
    result: z.enum(verdictWords),
  }),
  documentosRestantes: z.int().min(0).max(1_000_000),
  certificadoVence: z.string().refine(isDay, "no day AAAA-MM-DD"),
});
type Values = z.infer<typeof Values>;

export type FacturacionSwitches = Switches<Values>;

/** `beforeChange` records what became due under the old ones. */
export function facturacionSwitches(world: World, beforeChange: () => void): FacturacionSwitches {
  const nextYear = Number(world.today().slice(0, 4)) + 1;
  const switches = createSwitches<Values>(
    Values,
    {
      idempotencia: "clave",
      aceptacion: { afterSeconds: 120, result: "aceptado" },
      documentosRestantes: 5000,
      certificadoVence: `${nextYear}-12-31`,
    },
    {
      idempotencia:
        '"clave": a POST under a known Idempotency-Key is answered as the first one was; "referencia": the reference is kept and may be searched for; "ninguna": neither',
      aceptacion:
        '{"afterSeconds": 0 to 31622400, "result": "aceptado"|"reparos"|"rechazado"}: what the authority answers to all that wait, so long after they were issued',
      documentosRestantes: "0 to 1000000: how many documents the plan still pays for",
      certificadoVence: "AAAA-MM-DD: the last day of the certificate",
    },
  );
  return {
    ...switches,
    change(patch) {
      beforeChange();
      return switches.change(patch);
    },
  };
}
