import type * as z from "zod";
import { lastDay, Periodo } from "#lib/chile/index.ts";
import type { Cobertura } from "../dataset/cobertura.ts";

/**
 * The coverage on the day of the reading: of a current month, of one that had ended, of a current
 * list.
 */
export function exampleCobertura(
  { momentary = false }: { momentary?: boolean },
  { periodo = "2026-08" }: { periodo?: string },
): z.input<typeof Cobertura> {
  const month = Periodo.parse(periodo);
  const whole = momentary || periodo < "2026-08";
  return {
    estado: whole ? "completo" : "parcial",
    periodos: [month],
    hastaDia: momentary ? "2026-08-11" : whole ? lastDay(month) : "2026-08-10",
    ultimaSincronizacionEn: "2026-08-11T14:00:00.000Z",
    siguiente: null,
  };
}
