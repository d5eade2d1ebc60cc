import {
  addMonths,
  firstDay,
  lastDay,
  parsePeriodo,
  periodoOfDay,
  type Fecha,
  type Periodo,
} from "#lib/chile/index.ts";
import type { AskedPart } from "./asked-part.ts";
import { syncedMonths } from "../terms.ts";

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
