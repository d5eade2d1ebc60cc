import * as z from "zod";
import {
  addDays,
  Fecha,
  firstDay,
  lastDay,
  Periodo,
  addMonths,
  parsePeriodo,
  periodoOfDay,
} from "#lib/chile/index.ts";
import { syncedMonths } from "../terms.ts";

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

/** The requested days of one month. */
export interface AskedMonth {
  periodo: Periodo;
  first: Fecha;
  last: Fecha;
}

interface AskedMonths {
  /** Oldest first, up to today. */
  months: AskedMonth[];
  /** Whether older days are requested, which no sync can read. */
  olderDays: boolean;
}

/** The oldest month that a sync can read. */
export function oldestSyncable(today: Fecha): Periodo {
  return addMonths(periodoOfDay(today), -syncedMonths);
}

/** What was requested, cut at today. `read` are the months of which something is known. */
export function askedMonths(
  { from, to }: AskedPart,
  read: readonly string[],
  today: Fecha,
): AskedMonths {
  const months = read.flatMap((text) => parsePeriodo(text) ?? []);
  if (from === undefined && to === undefined) {
    // The months that were read, and the current one.
    const wanted = new Set([...months, periodoOfDay(today)]);
    return { months: monthsOf([...wanted], { to: today }), olderDays: false };
  }
  const last = to === undefined || to > today ? today : to;
  const syncable = oldestSyncable(today);
  // A month that was read while it was still possible is judged like any other.
  const oldest = [...months, syncable].toSorted().at(0) ?? syncable;
  const first = from ?? firstDay(syncable);
  return {
    months: monthsOf(monthsBetween(oldest, periodoOfDay(today)), { from: first, to: last }),
    olderDays: first <= last && first < firstDay(oldest),
  };
}

function monthsBetween(oldest: Periodo, newest: Periodo): Periodo[] {
  const months: Periodo[] = [];
  for (let month = oldest; month <= newest; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The months that have a day in the range, with those days. */
function monthsOf(
  months: readonly Periodo[],
  { from = "", to }: { from?: Fecha | ""; to: Fecha },
): AskedMonth[] {
  return months.toSorted().flatMap((periodo) => {
    const [start, end] = [firstDay(periodo), lastDay(periodo)];
    const first = from !== "" && from > start ? from : start;
    const last = to < end ? to : end;
    return first <= last ? [{ periodo, first, last }] : [];
  });
}
