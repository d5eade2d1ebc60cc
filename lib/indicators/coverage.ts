import { addDays, daysBetween, monthOfDay, monthsBetween, type Fecha } from "#lib/chile/index.ts";
import type { PublishedValue } from "./provider-answer.ts";
import type { IndicatorSeries } from "./series.ts";

/** No series is published further ahead than this. */
const maxDaysAhead = 45;
const firstDay = "1950-01-01" as Fecha;

/** The days whose values must be published by now; null when nothing can be expected yet. */
export function expectedDays(
  series: IndicatorSeries,
  from: Fecha,
  to: Fecha,
  today: Fecha,
): { from: Fecha; to: Fecha } | null {
  const ahead = daysBetween(today, from);
  if (ahead > maxDaysAhead) return null;
  // A future day is worth one question: it may have been published since the last reading.
  if (ahead > 0) return series.lagDays === 0 ? { from, to: from } : null;
  const published = addDays(today, -series.lagDays);
  const last = earlier(to, published);
  return { from: earlier(from, last), to: last };
}

/**
 * True when no value can be missing between the days. `rows`: newest first, with their neighbours.
 */
export function covers(
  series: IndicatorSeries,
  rows: readonly PublishedValue[],
  days: { from: Fecha; to: Fecha },
): boolean {
  let last = tooOldFor(series, days.from);
  for (const { fecha } of rows.toReversed()) {
    if (fecha <= last) continue;
    if (last >= days.to) return true;
    if (stepsBetween(series, last, fecha) > 1) return false;
    last = fecha;
  }
  return stepsBetween(series, last, days.to) < 1;
}

/** Each month has its own value, however many days the one before has. */
function stepsBetween({ frecuencia, stepDays }: IndicatorSeries, from: Fecha, to: Fecha): number {
  if (frecuencia === "mensual") return monthsBetween(monthOfDay(from), monthOfDay(to));
  return daysBetween(from, to) / stepDays;
}

/** The last day whose value can no longer be in force on the given day. */
function tooOldFor({ frecuencia, stepDays }: IndicatorSeries, day: Fecha): Fecha {
  if (frecuencia === "mensual") return daysBefore(`${monthOfDay(day)}-01` as Fecha, 1);
  return daysBefore(day, stepDays);
}

/**
 * The years to ask for, so that they include the neighbouring value outside each end of the range.
 */
export function yearsOf(
  series: IndicatorSeries,
  days: { from: Fecha; to: Fecha },
  today: Fecha,
): number[] {
  const first = yearOf(daysBefore(days.from, series.stepDays - 1));
  const last = yearOf(earlier(addDays(days.to, series.stepDays - 1), later(today, days.to)));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function daysBefore(day: Fecha, days: number): Fecha {
  return daysBetween(firstDay, day) < days ? firstDay : addDays(day, -days);
}

function yearOf(day: Fecha): number {
  return Number(day.slice(0, 4));
}

function earlier(a: Fecha, b: Fecha): Fecha {
  return a < b ? a : b;
}

function later(a: Fecha, b: Fecha): Fecha {
  return a > b ? a : b;
}
