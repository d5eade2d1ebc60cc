import * as z from "zod";
import { addDays, Fecha, firstDay, lastDay, Periodo } from "#lib/chile/index.ts";

/** The filters that name a time. Every dataset has some of them, under these names. */
const Times = z.object({
  periodo: Periodo.optional(),
  desde: Fecha.optional(),
  hasta: Fecha.optional(),
});

export type AskedTimes = z.output<typeof Times>;

/** The period that a call asks for, the same for its rows and its coverage. */
export interface AskedPart {
  /** Its first day. */
  from: Fecha | undefined;
  /** Its last day. */
  to: Fecha | undefined;
}

export function askedPart(filters: AskedTimes | Readonly<Record<string, unknown>>): AskedPart {
  const { periodo, desde, hasta } = Times.parse(filters);
  const starts = [desde, periodo && firstDay(periodo)].filter((day) => day !== undefined);
  const ends = [hasta, periodo && lastDay(periodo)].filter((day) => day !== undefined);
  return { from: starts.toSorted().at(-1), to: ends.toSorted().at(0) };
}

/** Periods that contain no day, by the field that contradicts the others. */
export function contradictions(filters: Readonly<Record<string, unknown>>): Contradiction[] {
  const times = Times.safeParse(filters);
  if (!times.success) return [];
  const { periodo, desde, hasta } = times.data;
  if (desde !== undefined && hasta !== undefined && desde > hasta) {
    return [{ field: "hasta", message: "hasta lies before desde" }];
  }
  const { from, to } = askedPart(times.data);
  if (periodo === undefined || from === undefined || to === undefined || from <= to) return [];
  return [{ field: "periodo", message: `No day of ${periodo} is among those of desde and hasta` }];
}

interface Contradiction {
  field: keyof AskedTimes;
  message: string;
}

/** Its sort keys, where they begin with the day. */
export function dayRange(filters: AskedTimes): { from?: Fecha; before?: Fecha } {
  const { from, to } = askedPart(filters);
  const before = to === undefined ? undefined : dayAfter(to);
  return { ...(from !== undefined && { from }), ...(before !== undefined && { before }) };
}

/** No row is dated after the calendar's last day. */
function dayAfter(day: Fecha): Fecha | undefined {
  return day === lastOfCalendar ? undefined : addDays(day, 1);
}

const lastOfCalendar = "2099-12-31";
