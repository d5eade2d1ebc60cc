import { moveDay, santiagoTime, weekdayOf } from "../../generator/calendar.ts";

const closesAt = "14:00:00";

export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

export function nextBusinessDay(day: string): string {
  const next = moveDay(day, 1);
  return isBusinessDay(next) ? next : nextBusinessDay(next);
}

/** The accounting day: what happens after two in the afternoon or on a weekend counts later. */
export function postingDay({ day, at }: { day: string; at: Date }): string {
  return isBusinessDay(day) && santiagoTime(at) < closesAt ? day : nextBusinessDay(day);
}

/** What the portal shows of it: nothing until that day has come. */
export function shownPostingDay(row: { day: string; at: Date }, today: string): string | null {
  const posted = postingDay(row);
  return posted > today ? null : posted;
}
