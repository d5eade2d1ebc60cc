import type * as z from "zod";
import { lastDay, Periodo } from "#lib/chile/index.ts";
import type { Cobertura } from "./cobertura.ts";

/** On the day of the reading: what a month in course is worth, one that had ended, a list of the moment. */
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
