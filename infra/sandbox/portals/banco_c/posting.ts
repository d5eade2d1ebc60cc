import { isBusinessDay, nextBusinessDay, santiagoTime } from "../../generator/calendar.ts";

const closesAt = "14:00:00";

/** The accounting day: movements after two in the afternoon or on a weekend count later. */
export function postingDay({ day, at }: { day: string; at: Date }): string {
  return isBusinessDay(day) && santiagoTime(at) < closesAt ? day : nextBusinessDay(day);
}

/** What the portal shows of it: nothing until that day. */
export function shownPostingDay(row: { day: string; at: Date }, today: string): string | null {
  const posted = postingDay(row);
  return posted > today ? null : posted;
}
