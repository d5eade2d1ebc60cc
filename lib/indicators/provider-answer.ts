import * as z from "zod";
import { santiagoDayOf, type Fecha } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

export interface PublishedValue {
  fecha: Fecha;
  valor: number;
}

const Answer = z.object({
  codigo: z.string(),
  nombre: z.string(),
  unidad_medida: z.string(),
  serie: z.array(z.object({ fecha: z.iso.datetime({ offset: true }), valor: z.number() })),
});

/** The values of an answer, oldest first. An answer with an unexpected value is refused whole. */
export function parseProviderAnswer(codigo: string, text: string): PublishedValue[] {
  const answer = Answer.safeParse(parseJson(text));
  if (!answer.success) throw unexpected(answer.error);
  if (answer.data.codigo !== codigo) throw unexpected(new Error("the answer of another code"));

  const byDay = new Map<Fecha, number>();
  for (const { fecha, valor } of answer.data.serie) {
    const day = dayOf(fecha);
    const earlier = byDay.get(day) ?? valor;
    if (earlier !== valor) throw unexpected(new Error(`two values for ${day}`));
    byDay.set(day, valor);
  }
  return [...byDay]
    .map(([fecha, valor]) => ({ fecha, valor }))
    .toSorted((a, b) => (a.fecha < b.fecha ? -1 : 1));
}

/** The instant is midnight in Chile, 03:00 or 04:00 in UTC: its text does not begin with the day. */
function dayOf(instant: string): Fecha {
  try {
    return santiagoDayOf(new Date(instant));
  } catch (error) {
    if (error instanceof RangeError) throw unexpected(error);
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw unexpected(error);
    throw error;
  }
}

function unexpected(cause: Error): AppError {
  return new AppError("upstream_unexpected_response", { cause });
}
