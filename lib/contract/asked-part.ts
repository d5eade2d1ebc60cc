import * as z from "zod";
import { addDays, addMonths, Fecha, firstDay, Periodo, periodoOfDay } from "#lib/chile/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";

/** The filters that name a time. Every dataset has some of them, by these names. */
const Times = z.object({
  periodo: Periodo.optional(),
  desde: Fecha.optional(),
  hasta: Fecha.optional(),
});

export type AskedTimes = z.output<typeof Times>;

/** The part of the time that a call asks for: its rows and its coverage are of the same one. */
export interface AskedPart {
  periodo: Periodo | undefined;
  /** The first day of it. */
  from: Fecha | undefined;
  /** The first day after it. */
  before: Fecha | undefined;
}

export function askedPart(filters: AskedTimes | Readonly<Record<string, unknown>>): AskedPart {
  const { periodo, desde, hasta } = Times.parse(filters);
  if (desde !== undefined && hasta !== undefined && desde > hasta) {
    const message = "hasta lies before desde";
    throw validationError([{ path: ["hasta"], code: "custom", message }]);
  }
  const starts = [desde, periodo && firstDay(periodo)].filter((day) => day !== undefined);
  const ends = [hasta && addDays(hasta, 1), periodo && firstDay(addMonths(periodo, 1))].filter(
    (day) => day !== undefined,
  );
  return { periodo, from: starts.toSorted().at(-1), before: ends.toSorted().at(0) };
}

/** The sort keys of it, where they begin with the day. */
export function dayRange(filters: AskedTimes): { from?: Fecha; before?: Fecha } {
  const { from, before } = askedPart(filters);
  return { ...(from !== undefined && { from }), ...(before !== undefined && { before }) };
}

/** Its months, newest first, no earlier than `oldest`; null when no time was named. */
export function askedMonths(
  { periodo, from, before }: AskedPart,
  { oldest, current }: { oldest: Periodo; current: Periodo },
): Periodo[] | null {
  if (periodo !== undefined) return [periodo];
  if (from === undefined && before === undefined) return null;
  const first = from === undefined ? oldest : periodoOfDay(from);
  const last = before === undefined ? current : periodoOfDay(addDays(before, -1));
  const months: Periodo[] = [];
  for (let month = current; month >= oldest; month = addMonths(month, -1)) {
    if (month >= first && month <= last) months.push(month);
  }
  return months;
}
