import { moveDay, weekdayOf } from "../generator/calendar.ts";

/** Monday to Friday; no bank here keeps holidays. */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

export function nextBusinessDay(day: string): string {
  const next = moveDay(day, 1);
  return isBusinessDay(next) ? next : nextBusinessDay(next);
}
