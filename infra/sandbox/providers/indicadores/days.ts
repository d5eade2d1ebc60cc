import {
  dayOf,
  daysIn,
  moveDay,
  movePeriod,
  periodOf,
  weekdayOf,
} from "../../generator/calendar.ts";
import type { Indicator } from "./catalogue.ts";

/** The newest day with a value, seen from today. */
export function newestDay(indicator: Indicator, today: string): string {
  const month = periodOf(today);
  const day = Number(today.slice(8));
  if (indicator.publishedAhead) return dayOf(day >= 9 ? movePeriod(month, 1) : month, 9);
  const { publishedAfter } = indicator;
  if (!publishedAfter) return today;
  const published = day >= Math.min(publishedAfter.day, daysIn(month));
  return dayOf(movePeriod(month, -publishedAfter.months - (published ? 0 : 1)), 1);
}

/** The oldest day: 1 January two years ago, so that two whole years always exist. */
export function oldestDay(today: string): string {
  return `${Number(today.slice(0, 4)) - 2}-01-01`;
}

function hasValue(indicator: Indicator, day: string): boolean {
  if (indicator.cadence === "daily") return true;
  if (indicator.cadence === "monthly") return day.endsWith("-01");
  return weekdayOf(day) !== 0 && weekdayOf(day) !== 6;
}

/** Days with a value between two days, newest first. */
export function daysOf(indicator: Indicator, from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = to; day >= from; day = moveDay(day, -1)) {
    if (hasValue(indicator, day)) days.push(day);
  }
  return days;
}
