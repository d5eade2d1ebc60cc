import { isBusinessDay, nextBusinessDay, santiagoTime } from "../../generator/calendar.ts";

const closesAt = "14:00:00";

/** The accounting day: what happens after two in the afternoon or on a weekend counts later. */
export function postingDay({ day, at }: { day: string; at: Date }): string {
  return isBusinessDay(day) && santiagoTime(at) < closesAt ? day : nextBusinessDay(day);
}

/** What the portal shows of it: nothing until that day has come. */
export function shownPostingDay(row: { day: string; at: Date }, today: string): string | null {
  const posted = postingDay(row);
  return posted > today ? null : posted;
}
